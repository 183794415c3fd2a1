"""Savestates labelled on the command line: ``LABEL=FILE``; several may be ``overworld``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gbatool.core import EmulatorState
from gbatool.errors import UsageError
from gbatool.rom import Rom
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.lab.wrong_label import LABELS
from gbatool.scan.places.given import GivenPlace
from gbatool.states.container import read_state
from gbatool.states.load import check_rom


def read_labelled(rom: Rom, given: Iterable[str]) -> dict[str, EmulatorState]:
    """Read labelled savestates.

    Args:
        rom: The ROM that all of them must have been made with.
        given: ``LABEL=FILE`` each; without a label it is ``overworld``.

    Raises:
        UsageError: A label is not known, or given twice.
        FileProblemError: A file can't be read.
        StateFileError: A file is no savestate of this core.
        WrongRomError: A state was made with another ROM.
    """
    states, places = read_given(rom, given)
    if len(places) > 1:
        raise UsageError(
            f"{len(places)} savestates are labelled {OVERWORLD}; give one: only `derive` goes on from"
            " the others",
            label=OVERWORLD,
        )
    return {OVERWORLD: places[0].state, **states} if places else states


def read_given(
    rom: Rom, given: Iterable[str]
) -> tuple[dict[str, EmulatorState], tuple[GivenPlace, ...]]:
    """Read labelled savestates, any number of which may be ``overworld``.

    Args:
        rom: The ROM that all of them must have been made with.
        given: ``LABEL=FILE`` each; without a label it is ``overworld``.

    Returns:
        Label -> state of the others, and the overworld states in the order in which they are given.

    Raises:
        UsageError: A label is not known, another one than ``overworld`` is given twice, or a file is.
        FileProblemError: A file can't be read.
        StateFileError: A file is no savestate of this core.
        WrongRomError: A state was made with another ROM.
    """
    states: dict[str, EmulatorState] = {}
    places: dict[str, GivenPlace] = {}
    for text in given:
        label, equals, file = text.partition("=")
        if not equals:
            label, file = OVERWORLD, text
        if label not in LABELS:
            raise UsageError(
                f"there is no label {label}; a savestate is one of {', '.join(LABELS)}",
                label=label,
            )
        if label in states:
            raise UsageError(f"two savestates are labelled {label}; give one", label=label)
        if label == OVERWORLD and file in places:
            raise UsageError(f"{file} is given twice as {label}; give it once", label=label)
        path = Path(file)
        state = read_state(path)
        check_rom(state, rom, path.name)
        if label == OVERWORLD:
            places[file] = GivenPlace(state.emulator_state(), file)
        else:
            states[label] = state.emulator_state()
    return states, tuple(places.values())
