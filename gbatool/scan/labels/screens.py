"""How labelled screens respond to keys, before any symbol is proven.

Each screen is recognised by a cursor in RAM: the party's wraps around by way of the button below,
the bag's stays on its last row and comes back, a battle's menus are grids of two by two of which B
leaves one. On the naming screen A and B write and erase a letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gbatool.core import Buttons, press
from gbatool.engine.menus import PARTY_CANCEL
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.lab.battle_explore import ACTIONS, MOVES, followers, walk
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.screens_explore import KEY_HOLD, KEY_RELEASE, MIN_ROWS

DOWNS, UPS = 12, 4
POCKETS, POCKET_FRAMES = 5, 40
BACK_FRAMES = 60
PICTURE_KEYS, PICTURE_FRAMES = (2, 6), 24


def _trace(lab: Lab, keys: Sequence[Buttons]) -> list[Snapshot]:
    """On a branch from the present state: RAM now, and after each key."""
    with lab.aside() as emulator:
        taken = [emulator.snapshot()]
        for button in keys:
            press(emulator, button, KEY_HOLD, KEY_RELEASE)
            taken.append(emulator.snapshot())
    return taken


def wraps_around(lab: Lab) -> bool:
    """Whether DOWN moves a byte over a party's slots, to the button below, and to the first slot."""
    trace = _trace(lab, [Buttons.DOWN] * DOWNS)
    return any(_has_cycle(np.stack([s.region(region) for s in trace])) for region in RAM_REGIONS)


def _has_cycle(slots: npt.NDArray[np.uint8]) -> bool:
    possible = (slots <= PARTY_CANCEL).all(0) & (slots == PARTY_CANCEL).any(0) & (slots == 0).any(0)
    for column in np.flatnonzero(possible).tolist():
        places = slots[:, column].tolist()
        order = sorted(set(places))
        members = order[:-1]
        following = dict(zip(order, [*order[1:], order[0]], strict=True))
        if members == list(range(len(members))) and all(
            following[here] == there for here, there in pairwise(places)
        ):
            return True
    return False


def keeps_to_a_list(lab: Lab) -> bool:
    """Whether in one of a bag's pockets DOWN moves a half-word to a last row, and UP back."""
    with lab.aside() as emulator:
        for _ in range(POCKETS):  # the first may be empty
            trace = _trace(lab, [*[Buttons.DOWN] * DOWNS, *[Buttons.UP] * UPS])
            for region in RAM_REGIONS:
                if _has_list(np.stack([s.words(region, "<u2") for s in trace])):
                    return True
            press(emulator, Buttons.RIGHT, KEY_HOLD, POCKET_FRAMES)
    return False


def _has_list(words: npt.NDArray[np.uint16]) -> bool:
    rows = words.astype(np.int64)
    last = rows[DOWNS]
    down, up = rows[: DOWNS + 1], rows[DOWNS:]
    hits = (last - rows[0] >= MIN_ROWS - 1) & (last < DOWNS)
    hits &= (down == np.minimum(rows[0] + np.arange(DOWNS + 1)[:, None], last)).all(0)
    hits &= (up[1] == last - 1) & (np.diff(up, axis=0) <= 0).all(0)
    return bool(hits.any())


def keeps_to_a_list_after_b(lab: Lab) -> bool:
    """Whether B leads back to such a list, as from the menu of an item."""
    with lab.aside() as emulator:
        press(emulator, Buttons.B, KEY_HOLD, BACK_FRAMES)
        return keeps_to_a_list(lab)


def asks_for_an_action(lab: Lab) -> str | None:
    """What is wrong with a state in which a battle asks for an action."""
    grid = followers(walk(lab), ACTIONS)
    if not grid:
        return "no cursor follows the arrow keys over two rows and two columns"
    if not grid & _after_b(lab):
        return "B leads back, as it does where a move is chosen"
    return None


def asks_for_a_move(lab: Lab) -> str | None:
    """What is wrong with a state in which a battle asks for a move."""
    trace = walk(lab)
    grid = set().union(*(followers(trace, entries) for entries in MOVES))
    if not grid:
        return "no cursor follows the arrow keys over two to four moves"
    if grid & _after_b(lab) or not _after_b(lab):
        return "B does not lead back to where a battle asks for an action"
    return None


def _after_b(lab: Lab) -> set[Address]:
    """The cursors of a grid of two by two after B."""
    with lab.aside() as emulator:
        press(emulator, Buttons.B, KEY_HOLD, BACK_FRAMES)
        return followers(walk(lab), ACTIONS)


def has_two_answers(lab: Lab) -> bool:
    """Whether the picture has two places for a cursor that UP and DOWN move, and no more."""
    up, down, none = Buttons.UP, Buttons.DOWN, Buttons.NONE
    first, second, third = (
        _picture(lab, keys)
        for keys in ((up, up, none, none), (up, up, down, none), (up, up, down, down))
    )
    return first != second and third in (first, second)


def _picture(lab: Lab, keys: Sequence[Buttons]) -> bytes:
    with lab.aside() as emulator:
        for button in keys:
            press(emulator, button, *PICTURE_KEYS)
        emulator.run(PICTURE_FRAMES)
        return emulator.video_memory()
