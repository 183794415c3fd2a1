"""Bring about the bag and the party menu: an injected script supplies what they need to open.

A new game has no mon, no item and no entry for the party in its start menu. A script gives three
mons and three items and sets the flag that lets the start menu list the party. Each entry of the
start menu is then opened in turn and recognised by its cursor: with DOWN the bag's moves row by row
to its last one, where it stays or begins again; the party's wraps around by way of the button below.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.menus import PARTY_CANCEL
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.lab.byte_code import add_item, set_flag
from gbatool.scan.lab.callbacks import callback2_in
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Inputs, Lab, Poke, exploration, presses
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.lab.wrong_label import check_same_screen

SUPPLIED, BAG, PARTY = "supplied", "bag", "party"
SPECIES, LEVEL, MONS = 1, 14, 3
ITEMS = ((13, 14, 15), (28, 29, 30))
"""A potion and its neighbours, by the numbers of the retail games and by those of expansions: all of
them go to the first pocket there."""
SCRIPT_FRAMES, MENU_FRAMES, OPEN_FRAMES = 40, 30, 84
KEY_HOLD, KEY_RELEASE = 4, 8
ENTRIES, DOWNS, MIN_ROWS = 4, 8, 3


def keys(*buttons: Buttons) -> Inputs:
    """Presses in a screen, one after the other."""
    return presses(*buttons, hold=KEY_HOLD, release=KEY_RELEASE)


def down_moves(lab: Lab, screen: Screen, poke: Poke) -> bool:
    """Whether, after a poke, DOWN moves a screen's cursor from its first place to the second."""
    after = lab.run_after(screen.label, keys(Buttons.DOWN), poke)
    return any(after.u8(cursor) == screen.places[1] for cursor in screen.cursors)


def supply(lab: Lab) -> str:
    """Label a state in the overworld with mons, items and an entry for the party.

    Raises:
        ProbeError: No injected script can run.
    """
    return lab.explored(_SUPPLIERS[0])


@dataclass(frozen=True, slots=True)
class _Supplier:
    """Supplies one of the sets of items, once; a value, so that a work folder can keep it."""

    items: int

    def __call__(self, lab: Lab) -> str:
        label = f"{SUPPLIED}_{self.items}_items" if self.items else SUPPLIED
        code = MONS * find_gift(lab).mon(SPECIES, LEVEL)
        code += b"".join(map(add_item, ITEMS[self.items]))
        code += set_flag(find_family(lab).scripts.party_flag)
        run = inject(lab, code, empty_party=True)
        with lab.at(WAITING) as emulator:
            run(emulator)
            emulator.run(SCRIPT_FRAMES)
            lab.keep(label)
        return label


_SUPPLIERS = tuple(_Supplier(items) for items in range(len(ITEMS)))


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen with a cursor.

    Attributes:
        label: Of the state in which it takes keys.
        opening: Keys that lead there from the supplied state; none for a state that was given.
        callback2: Of the screen, with the Thumb bit.
        cursors: Addresses of the cursor and of its copies, ascending.
        places: The cursor's values, by presses of DOWN.
        supplied: Label of the state from which it was opened.
    """

    label: str
    opening: Inputs
    callback2: int
    cursors: tuple[Address, ...]
    places: tuple[int, ...]
    supplied: str = SUPPLIED


@exploration
def find_bag(lab: Lab) -> Screen:
    """The bag.

    Raises:
        ProbeError: No entry of the start menu opens it.
    """
    return _find(lab, BAG, _bag_cursors, open_bag)


@exploration
def open_bag(lab: Lab) -> Screen:
    """The bag as the start menu of the supplied state opens it, whatever state was given.

    Raises:
        ProbeError: No entry of the start menu opens it.
    """
    for cursors in (_bag_cursors, _wrapping_bag_cursors):
        for items in range(len(ITEMS)):
            with suppress(ProbeError):
                return _open(lab, BAG, cursors, items)
    raise ProbeError(f"no entry of the start menu opens the {BAG}")


@exploration
def find_party(lab: Lab) -> Screen:
    """The party menu.

    Raises:
        ProbeError: No entry of the start menu opens it.
    """
    return _find(lab, PARTY, _party_cursors, _open_party)


def _open_party(lab: Lab) -> Screen:
    return _open(lab, PARTY, _party_cursors)


Finder = Callable[[Lab], Screen]
Cursors = Callable[[list[Snapshot]], dict[Address, tuple[int, ...]]]


def _find(lab: Lab, label: str, cursors: Cursors, own: Finder) -> Screen:
    """The state given, or the entry of the start menu whose cursor moves as it should."""
    if label not in lab.states:
        opened = own(lab)
        lab.states[label] = lab.states[opened.label]
        return replace(opened, label=label)
    screen = _screen(lab, label, [], cursors)
    if screen is None:
        raise ProbeError(f"in the state labelled {label} no cursor follows DOWN as in the {label}")
    try:
        opened = own(lab)
    except ProbeError:  # there is nothing to compare with
        return screen
    check_same_screen(label, screen.callback2, opened.callback2, f"the {label} of the start menu")
    return screen


def _open(lab: Lab, label: str, cursors: Cursors, items: int = 0) -> Screen:
    field = callback2_in(lab, lab.snapshot(OVERWORLD))
    for entry in range(ENTRIES):
        opened, opening = lab.explored(_OPENERS[items][entry])
        if callback2_in(lab, lab.snapshot(opened)) == field:
            continue
        screen = _screen(lab, opened, opening, cursors)
        if screen is not None:
            return replace(screen, supplied=lab.explored(_SUPPLIERS[items]))
    raise ProbeError(f"no entry of the start menu opens the {label}")


@dataclass(frozen=True, slots=True)
class _Opener:
    """Opens one entry of the start menu, once; a value, so that a work folder can keep it."""

    entry: int
    items: int = 0

    def __call__(self, lab: Lab) -> tuple[str, Inputs]:
        opening = [(Buttons.START, KEY_HOLD), (Buttons.NONE, MENU_FRAMES)]
        opening += keys(*[Buttons.DOWN] * self.entry)
        opening += [(Buttons.A, KEY_HOLD), (Buttons.NONE, OPEN_FRAMES)]
        supplied = lab.explored(_SUPPLIERS[self.items])
        label = f"{supplied}_{self.entry}"
        lab.run_after(supplied, opening, None)
        lab.keep(label)
        return label, opening


_OPENERS = tuple(
    tuple(_Opener(entry, items) for entry in range(ENTRIES)) for items in range(len(ITEMS))
)


def _screen(lab: Lab, state: str, opening: Inputs, cursors: Cursors) -> Screen | None:
    trace = [lab.snapshot(state)]
    with lab.at(state) as emulator:
        for _ in range(DOWNS):
            for buttons, frames in keys(Buttons.DOWN):
                emulator.hold(buttons)
                emulator.run(frames)
            trace.append(emulator.snapshot())
    found = cursors(trace)
    if not found or len(set(found.values())) != 1:
        return None
    (places,) = set(found.values())
    callback2 = callback2_in(lab, trace[0])
    return Screen(state, opening, callback2, tuple(sorted(found)), places)


def _bag_cursors(trace: list[Snapshot]) -> dict[Address, tuple[int, ...]]:
    """Half-words that rise from 0 by one with each DOWN, to a last row at which they stay."""
    return _rising(trace, min)


def _wrapping_bag_cursors(trace: list[Snapshot]) -> dict[Address, tuple[int, ...]]:
    """Half-words that begin again behind the last row, on a screen that is not the party's."""
    return {} if _party_cursors(trace) else _rising(trace, lambda row, last: row % (last + 1))


def _rising(
    trace: list[Snapshot], row_of: Callable[[int, int], int]
) -> dict[Address, tuple[int, ...]]:
    """Half-words that follow a rule of presses of DOWN and the last row, with their values."""
    found: dict[Address, tuple[int, ...]] = {}
    for region in RAM_REGIONS:
        rows = np.stack([snapshot.words(region, "<u2") for snapshot in trace]).astype(np.int32)
        for last in range(MIN_ROWS, DOWNS):
            places = [row_of(presses, last) for presses in range(len(trace))]
            hits = (rows == np.array(places)[:, None]).all(0)
            for i in np.flatnonzero(hits).tolist():
                found[Address(region.base + 2 * i)] = tuple(range(last + 1))
    return found


def _party_cursors(trace: list[Snapshot]) -> dict[Address, tuple[int, ...]]:
    """Bytes that begin at 0, take other values up to the button below, and then begin again."""
    found: dict[Address, tuple[int, ...]] = {}
    for region in RAM_REGIONS:
        slots = np.stack([snapshot.region(region) for snapshot in trace])
        hits = (slots[0] == 0) & (slots <= PARTY_CANCEL).all(0) & (slots == PARTY_CANCEL).any(0)
        for i in np.flatnonzero(hits).tolist():
            places = slots[:, i].tolist()
            end = places.index(PARTY_CANCEL) + 1
            once = places[:end]
            if len(set(once)) != end or end < MIN_ROWS:
                continue
            if all(place == once[j % end] for j, place in enumerate(places)):
                found[Address(region.base + i)] = tuple(once)
    return found
