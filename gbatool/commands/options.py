"""The options that several commands share, each declared once.

A command takes a whole group of them as one argument, ``game: GameOptions``; :func:`grouped` turns
the fields of such a group into options of the command. So declaring another option for every command
of a group is one more field here. What an option does is written where its field is read.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gbatool.commands import completion

if TYPE_CHECKING:
    from gbatool.game import Request

GAME_PANEL = "The game"
ACTION_PANEL = "The action"
OUTPUT_PANEL = "Output"

Rom = Annotated[
    Path | None,
    typer.Option(
        "--rom",
        envvar="GBATOOL_ROM",
        metavar="FILE",
        help="The .gba image, or a zip with one in it; without it, the demo cartridge.",
        rich_help_panel=GAME_PANEL,
    ),
]
Patch = Annotated[
    Path | None,
    typer.Option(
        "--patch",
        envvar="GBATOOL_PATCH",
        metavar="FILE",
        help="An IPS, UPS or BPS patch for the ROM, applied in memory.",
        rich_help_panel=GAME_PANEL,
    ),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save",
        envvar="GBATOOL_SAVE",
        metavar="FILE",
        help="The game's own save file (.sav) to power on with; it is never written to.",
        rich_help_panel=GAME_PANEL,
    ),
]
Profile = Annotated[
    str | None,
    typer.Option(
        "--profile",
        envvar="GBATOOL_PROFILE",
        metavar="NAME|FILE",
        autocompletion=completion.complete_profile,
        help="The ROM's profile; without it, the ROM's digest picks one.",
        rich_help_panel=GAME_PANEL,
    ),
]
TrustImported = Annotated[
    bool,
    typer.Option(
        "--trust-imported",
        help="Also use addresses that were imported and never proven.",
        rich_help_panel=GAME_PANEL,
    ),
]
Local = Annotated[
    bool,
    typer.Option(
        "--local",
        help="Coordinates are map-local, first tile (0, 0), not the map buffer's.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print exactly one JSON document.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="CONDITION",
        autocompletion=completion.complete_condition,
        help="Stop when this is true: input-ready, dialog, no-dialog, menu, no-menu, mode=MODE,"
        " position=X,Y.",
        rich_help_panel=ACTION_PANEL,
    ),
]


class Region(str, Enum):
    """The memories that can be looked at alone."""

    EWRAM = "ewram"
    IWRAM = "iwram"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Which ROM, with which profile, from which state on."""

    rom: Rom = None
    patch: Patch = None
    profile: Profile = None
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            envvar="GBATOOL_STATE",
            metavar="FILE|LABEL",
            autocompletion=completion.complete_state,
            help="The savestate to start from: a file or the label of a pinned one.",
            rich_help_panel=GAME_PANEL,
        ),
    ] = None
    session: Annotated[
        Path | None,
        typer.Option(
            "--session",
            envvar="GBATOOL_SESSION",
            metavar="DIR",
            help="A folder that chains commands: each goes on where the last one ended.",
            rich_help_panel=GAME_PANEL,
        ),
    ] = None
    save: Save = None
    trust_imported: TrustImported = False


@dataclass(frozen=True, slots=True)
class ActionOptions:
    """What an action may cost, and what is kept of it."""

    max_inputs: Annotated[
        int | None,
        typer.Option(
            "--max-inputs",
            metavar="N",
            min=1,
            help="Stop after N presses.",
            rich_help_panel=ACTION_PANEL,
        ),
    ] = None
    max_frames: Annotated[
        int | None,
        typer.Option(
            "--max-frames",
            metavar="N",
            min=1,
            help="Stop after N frames.",
            rich_help_panel=ACTION_PANEL,
        ),
    ] = None
    save_state: Annotated[
        Path | None,
        typer.Option(
            "--save-state",
            metavar="FILE",
            help="Write the state after the action; .ss0 to .ss9 and .png carry a picture.",
            rich_help_panel=ACTION_PANEL,
        ),
    ] = None
    evidence: Annotated[
        Path | None,
        typer.Option(
            "--evidence",
            metavar="FILE",
            help="Append one hash-chained JSON line about the action.",
            rich_help_panel=ACTION_PANEL,
        ),
    ] = None


def examples(*commands: str) -> str:
    r"""The epilog of a command: its examples, one a line, as they can be typed.

    >>> examples("gbatool doctor")
    'Example:\n$ gbatool doctor'
    """
    title = "Example:" if len(commands) == 1 else "Examples:"
    return "\n".join([title, *(f"$ {command}" for command in commands)])


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options (dataclasses such as :class:`GameOptions`) whole.

    Args:
        command: A function, some of whose parameters are annotated with such a dataclass.

    Returns:
        A function with the groups' fields as its own keyword parameters, as the command line declares them.
    """
    # get_type_hints would wrap what has None for its default in Optional, on Python 3.10
    hints = inspect.get_annotations(command, eval_str=True)
    groups: dict[str, type[Any]] = {
        name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)
    }
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        group = groups.get(parameter.name)
        if group is None:
            parameters.append(_keyword(parameter.name, hints[parameter.name], parameter.default))
            continue
        group_hints = inspect.get_annotations(group, eval_str=True)
        for field in fields(group):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            parameters.append(_keyword(field.name, group_hints[field.name], default))

    @functools.wraps(command)
    def expanded(**values: Any) -> None:  # noqa: ANN401 - whatever the options hold
        for name, group in groups.items():
            members = {field.name: values.pop(field.name) for field in fields(group)}
            values[name] = group(**members)
        command(**values)

    del expanded.__wrapped__
    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {p.name: p.annotation for p in parameters}
    return expanded


def _keyword(name: str, annotation: object, default: object) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def request(game: GameOptions) -> Request:
    """What was asked for, as the part of the tool that knows no command line takes it."""
    from gbatool.game import Request

    return Request(
        rom=game.rom,
        patch=game.patch,
        profile=game.profile,
        state=game.state,
        session=game.session,
        save=game.save,
        trust_imported=game.trust_imported,
    )
