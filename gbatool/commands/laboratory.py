"""What ``derive``, ``scan`` and ``probe`` share: their options, and a laboratory to work in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import completion, options

if TYPE_CHECKING:
    from gbatool.rom import Rom
    from gbatool.scan.lab.laboratory import Lab

Labelled = Annotated[
    list[str] | None,
    typer.Option(
        "--state",
        metavar="[LABEL=]FILE",
        autocompletion=completion.complete_labelled_state,
        help="A savestate to work from, repeatable; without a label it is overworld, and"
        " without an overworld one the autopilot makes it. derive takes several overworld ones.",
        rich_help_panel=options.GAME_PANEL,
    ),
]
Symbol = Annotated[
    str,
    typer.Argument(
        metavar="SYMBOL",
        autocompletion=completion.complete_locator,
        help="Such as gBackupMapLayout; see docs/locators.md.",
    ),
]


@dataclass(frozen=True, slots=True)
class LabOptions:
    """Which ROM, and from which states on."""

    rom: options.Rom = None
    patch: options.Patch = None
    state: Labelled = None


def open_laboratory(given: LabOptions) -> tuple[Rom, Lab]:
    """The ROM that was asked for, and a laboratory on it."""
    from gbatool.core import open_emulator
    from gbatool.game import Request, open_rom
    from gbatool.render.output import notice
    from gbatool.render.progress import progress
    from gbatool.scan.derive import open_lab
    from gbatool.states.labelled import read_labelled

    rom = open_rom(Request(rom=given.rom, patch=given.patch), notice)
    states = read_labelled(rom, given.state or ())
    with progress(1) as tell:
        lab, _ = open_lab(open_emulator(rom), states, tell)
    return rom, lab
