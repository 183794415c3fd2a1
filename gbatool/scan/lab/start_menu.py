"""The start menu under the arrow keys: its cursor's way round, and the entry that closes it."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons, press
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.explore import BACK_FRAMES, START_MENU, label_start_menu
from gbatool.scan.lab.laboratory import (
    Inputs,
    Lab,
    Poke,
    exploration,
    measurement,
    pressed,
    presses,
)

KEY_FRAMES = (2, 6)  # held, released: no key repeats
MAX_ENTRIES = 10
UNEVEN_PAUSES = (6, 9, 13, 7, 11, 8, 14, 5, 10, 12, 6)
"""Frames between presses, ``MAX_ENTRIES`` and one: uneven, so that no animation follows them."""
ON_CLOSING, ON_OTHER = "start_menu_closing", "start_menu_other"


def keys(*buttons: Buttons) -> Inputs:
    """Presses in the menu, one after the other."""
    hold, release = KEY_FRAMES
    return presses(*buttons, hold=hold, release=release)


@measurement
def cursor_walk(lab: Lab) -> list[Snapshot]:
    """RAM with the cursor on each entry in turn, from the first one on; found by wrapping.

    Raises:
        ProbeError: No byte follows the arrow key round a menu of up to ``MAX_ENTRIES`` entries.
    """
    label_start_menu(lab)
    taken = []
    with lab.at(START_MENU) as emulator:
        for pause in UNEVEN_PAUSES:
            taken.append(emulator.snapshot())
            press(emulator, Buttons.DOWN, KEY_FRAMES[0], pause)
    # the most entries first: a byte that alternates follows a menu of two
    for count in range(MAX_ENTRIES, 1, -1):
        for first in range(count):
            values = [(first + presses) % count for presses in range(len(taken))]
            if where_bytes(taken, values):
                return [taken[(entry - first) % count] for entry in range(count)]
    raise ProbeError("no byte follows the arrow key round the start menu")


def follows(lab: Lab) -> list[Address]:
    """Every byte that is the entry's index on each entry."""
    walk = cursor_walk(lab)
    return where_bytes(walk, range(len(walk)))


@dataclass(frozen=True, slots=True)
class Closing:
    """The start menu's entry that closes it.

    Attributes:
        entry: Its index.
        other: Index of an entry that does not close the menu.
        frames: Frames from A until the player has control again.
    """

    entry: int
    other: int
    frames: int


@exploration
def closing_entry(lab: Lab) -> Closing:
    """Find the closing entry; label a state with the cursor on it, and one on another entry.

    Raises:
        ProbeError: None closes the menu, or several do.
    """
    walk = cursor_walk(lab)
    here = lab.snapshot(START_MENU).u8(follows(lab)[0])
    taken: dict[int, int] = {}
    for entry in range(len(walk)):
        lab.run_after(START_MENU, keys(*[Buttons.DOWN] * ((entry - here) % len(walk))), None)
        lab.keep(f"{START_MENU}_{entry}")
        frames = _frames_to_close(lab, f"{START_MENU}_{entry}", BACK_FRAMES, None)
        if frames is not None:
            taken[entry] = frames
    if len(taken) != 1:
        raise ProbeError(f"{len(taken)} entries of the start menu close it, expected 1")
    ((entry, frames),) = taken.items()
    other = 0 if entry else 1
    lab.states[ON_CLOSING] = lab.states[f"{START_MENU}_{entry}"]
    lab.states[ON_OTHER] = lab.states[f"{START_MENU}_{other}"]
    return Closing(entry, other, frames)


def _frames_to_close(lab: Lab, label: str, patience: int, poke: Poke | None) -> int | None:
    lock = lab.address("sLockFieldControls")
    with lab.at(label) as emulator:
        if poke is not None:
            poke(emulator)
        for frame in pressed(emulator, Buttons.A, 2, patience):
            if emulator.live.u8(lock) == 0:
                return frame
    return None


def closes(lab: Lab, label: str, poke: Poke) -> bool:
    """Whether, after a poke, A gives control back as fast as the closing entry does."""
    return _frames_to_close(lab, label, closing_entry(lab).frames + 4, poke) is not None
