"""The start menu's cursor, count and order, and the cursor that menus share.

The start menu keeps its own cursor, the number of its entries and the order of their ids; drawing
goes through the shared menu structure (cursor at +2, least and greatest value behind it). All of
them follow the arrow keys. What tells them apart is what each one decides: the shared cursor where
the next key leads, the menu's own one what A does, the order what stands at a position, the count
where the cursor wraps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.layouts import MENU
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.explore import BACK_FRAMES, MENU_FRAMES, START_MENU, label_start_menu
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel import where_bytes
from gbatool.scan.lab import OVERWORLD, Lab, Poke
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.pokes import Write, write8

KEY_FRAMES = [2, 6]  # held, released: a key of its own each time
MAX_ENTRIES = 10
NEAR = 8  # bytes: every family keeps cursor, count and order together
CHOOSE = [(Buttons.A, 2), (Buttons.NONE, BACK_FRAMES)]

Inputs = list[tuple[Buttons, int]]


def keys(*buttons: Buttons) -> Inputs:
    """Single presses, one after the other."""
    held, released = KEY_FRAMES
    return [step for button in buttons for step in ((button, held), (Buttons.NONE, released))]


def _after(lab: Lab, *buttons: Buttons) -> Snapshot:
    return lab.run_after(START_MENU, keys(*buttons), None)


def cursor_walk(lab: Lab) -> list[Snapshot]:
    """RAM with the cursor on each entry in turn, from the first one on; found by wrapping.

    Raises:
        ProbeError: The menu does not wrap within ``MAX_ENTRIES`` entries.
    """
    if not lab.menu_walk:
        label_start_menu(lab)
        pictures: list[bytes] = []
        taken: list[Snapshot] = []
        for count in range(MAX_ENTRIES + 1):
            taken.append(_after(lab, *[Buttons.DOWN] * count))
            pictures.append(lab.emulator.framebuffer().tobytes())
            if count > 1 and pictures[-1] == pictures[0]:
                lab.menu_walk = _from_first(taken[:-1])
                return lab.menu_walk
        raise ProbeError("the start menu's cursor does not come round")
    return lab.menu_walk


def _from_first(taken: list[Snapshot]) -> list[Snapshot]:
    """Begin with the topmost entry: some byte counts up from 0 along the walk from there only."""
    for first in range(len(taken)):
        turned = taken[first:] + taken[:first]
        if where_bytes(turned, range(len(turned))):
            return turned
    raise ProbeError("no byte counts the start menu's entries")


def _follows(lab: Lab) -> list[Address]:
    walk = cursor_walk(lab)
    return where_bytes(walk, range(len(walk)))


def _first_label(lab: Lab) -> Inputs:
    """Keys that lead from the start menu's state to its first entry."""
    walk = cursor_walk(lab)
    address = _follows(lab)[0]
    here = lab.snapshot(START_MENU).u8(address)
    return keys(*[Buttons.DOWN] * ((len(walk) - here) % len(walk)))


def closes(lab: Lab, inputs: Inputs, poke: Poke | None) -> bool:
    """Whether these keys, then a poke, then A, give control back."""
    with lab.at(START_MENU) as emulator:
        for buttons, frames in inputs:
            emulator.hold(buttons)
            emulator.run(frames)
        if poke is not None:
            poke(emulator)
        for buttons, frames in CHOOSE:
            emulator.hold(buttons)
            emulator.run(frames)
        return emulator.live.u8(lab.address("sLockFieldControls")) == 0


def closing_entry(lab: Lab) -> int:
    """The entry that closes the menu when chosen, as every start menu has one.

    Raises:
        ProbeError: None does, or several do.
    """
    walk = cursor_walk(lab)
    start = _first_label(lab)
    found = [
        entry
        for entry in range(len(walk))
        if closes(lab, start + keys(*[Buttons.DOWN] * entry), None)
    ]
    if len(found) != 1:
        raise ProbeError(f"{len(found)} entries of the start menu close it, expected 1")
    return found[0]


@dataclass(frozen=True, slots=True)
class PokeChoice:
    """Written as the closing entry, it makes A close the menu; written as another, not."""

    name: str = "poke-choice"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the start menu."""
        return label_start_menu(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """On the first entry, write the closing one; on the closing one, write the first."""
        closing = closing_entry(lab)
        other = 0 if closing else 1
        start = _first_label(lab)
        on_other = start + keys(*[Buttons.DOWN] * other)
        on_closing = start + keys(*[Buttons.DOWN] * closing)
        held = int(closes(lab, on_other, write8(candidate.address, closing)))
        held += int(not closes(lab, on_closing, write8(candidate.address, other)))
        return Finding(
            "A chooses the entry that was written, not the one the arrow stands at",
            f"{held} of 2 choices did",
            held,
            2,
        )


class StartMenuCursor(Locator):
    """The cursor that the start menu chooses by."""

    symbol = "sStartMenuCursorPos"
    size = 1
    requires: ClassVar[tuple[str, ...]] = ("sLockFieldControls",)
    probes: ClassVar[tuple[Probe, ...]] = (PokeChoice(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="Index of the start menu's chosen entry.",
        rivals={
            "the shared menu cursor, which only draws": "poke-choice",
            "a byte that follows the cursor": "poke-choice",
        },
        references=("pret/pokefirered: src/start_menu.c",),
        limitations=("One entry must close the menu.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the entry's index on each entry."""
        reason = "the entry's index on each entry of the start menu"
        return [Candidate(address, reason) for address in _follows(lab)]


@dataclass(frozen=True, slots=True)
class PokeArrow:
    """Written, it leads the next arrow key on from there."""

    name: str = "poke-arrow"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the start menu."""
        return label_start_menu(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write each entry and press DOWN: the menu's own cursor must come out one further."""
        walk = cursor_walk(lab)
        own = lab.address("sStartMenuCursorPos")
        held = 0
        for entry in range(len(walk)):
            after = lab.run_after(
                START_MENU, keys(Buttons.DOWN), write8(candidate.address + 2, entry)
            )
            held += after.u8(own) == (entry + 1) % len(walk)
        return Finding(
            "DOWN leads on from the entry that was written",
            f"{held} of {len(walk)} entries did",
            held,
            len(walk),
        )


class MenuCursor(Locator):
    """The structure that yes/no boxes, lists and the start menu move their cursor in."""

    symbol = "sMenu"
    size = MENU.itemsize
    requires: ClassVar[tuple[str, ...]] = ("sStartMenuCursorPos",)
    probes: ClassVar[tuple[Probe, ...]] = (PokeArrow(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="The shared menu cursor: position, cursor, least and greatest entry.",
        rivals={
            "the start menu's own cursor, which follows it": "poke-arrow",
            "a copy of the structure": "poke-arrow",
        },
        references=("pret/pokefirered: src/menu.c, struct Menu",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every following byte that has the least and the greatest entry behind it."""
        walk = cursor_walk(lab)
        bounds = bytes((0, len(walk) - 1))
        reason = "follows the cursor, the first and the last entry behind it"
        return [
            Candidate(address + -2, reason)
            for address in _follows(lab)
            if walk[0].holds(address - 2, self.size)
            and all(snapshot.read(address + 1, 2).tobytes() == bounds for snapshot in walk)
        ]


def _swapped(order: bytes, one: int, other: int) -> bytes:
    changed = bytearray(order)
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


@dataclass(frozen=True, slots=True)
class SwapEntries:
    """With two entries swapped, A on the first one closes the menu and on the other it does not."""

    name: str = "poke-swap"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the start menu."""
        return label_start_menu(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Swap the closing entry's id with another's."""
        count = len(cursor_walk(lab))
        closing = closing_entry(lab)
        other = 0 if closing else 1
        order = lab.snapshot(START_MENU).read(candidate.address, count).tobytes()
        poke = Write(candidate.address, _swapped(order, closing, other))
        start = _first_label(lab)
        held = int(closes(lab, start + keys(*[Buttons.DOWN] * other), poke))
        held += int(not closes(lab, start + keys(*[Buttons.DOWN] * closing), poke))
        return Finding(
            "with two entries' ids swapped, A does what the swapped ids say",
            f"{held} of 2 choices did",
            held,
            2,
        )


class StartMenuOrder(Locator):
    """The ids of the start menu's entries, in the order shown."""

    symbol = "sStartMenuOrder"
    size = 9
    requires: ClassVar[tuple[str, ...]] = ("sStartMenuCursorPos",)
    probes: ClassVar[tuple[Probe, ...]] = (SwapEntries(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="Ids of the start menu's entries, one byte each, in the order shown.",
        rivals={"any other run of small ascending bytes": "poke-swap"},
        references=("pret/pokefirered: src/start_menu.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every run of as many small ascending bytes as the menu has entries."""
        count = len(cursor_walk(lab))
        snapshot = lab.snapshot(START_MENU)
        found = []
        for region in RAM_REGIONS:
            data = snapshot.region(region).astype(np.int16)
            rising = np.ones(len(data) - count + 1, np.bool_)
            rising &= data[count - 1 :][: len(rising)] < MAX_ENTRIES
            for i in range(count - 1):
                rising &= data[i:][: len(rising)] < data[i + 1 :][: len(rising)]
            reason = "as many small ascending bytes as the start menu has entries"
            found += [
                Candidate(Address(region.base + i), reason) for i in np.flatnonzero(rising).tolist()
            ]
        return found


@dataclass(frozen=True, slots=True)
class PokeCount:
    """Held one smaller while the menu opens, it makes the shared cursor end one entry sooner."""

    name: str = "poke-count"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """Before START is pressed."""
        label_start_menu(lab)
        return OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Open the menu with the count written anew in every frame, and without."""
        count = len(cursor_walk(lab))
        shorter = self._last_entry(lab, write8(candidate.address, count - 1))
        alone = self._last_entry(lab, None)
        held = int((shorter, alone) == (count - 2, count - 1))
        return Finding(
            "opened with the count held one smaller, the menu ends one entry sooner",
            f"its last entry was {shorter}, {alone} without",
            held,
            1,
        )

    @staticmethod
    def _last_entry(lab: Lab, poke: Poke | None) -> int:
        greatest = lab.address("sMenu") + 4
        with lab.at(OVERWORLD) as emulator:
            for frame in range(MENU_FRAMES):
                emulator.hold(Buttons.START if frame < 2 else Buttons.NONE)
                emulator.run()
                if poke is not None:
                    poke(emulator)
            return emulator.live.u8(greatest)


class StartMenuCount(Locator):
    """How many entries the start menu has."""

    symbol = "sNumStartMenuItems"
    size = 1
    requires: ClassVar[tuple[str, ...]] = ("sStartMenuCursorPos", "sMenu")
    probes: ClassVar[tuple[Probe, ...]] = (PokeCount(),)
    scan_state = START_MENU
    doc = LocatorDoc(
        summary="Number of entries in the start menu.",
        rivals={"another byte of that value beside the cursor": "poke-count"},
        references=("pret/pokefirered: src/start_menu.c",),
        limitations=("It is looked for beside the start menu's cursor only.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte near the menu's own cursor that is the number of its entries."""
        count = len(cursor_walk(lab))
        snapshot = lab.snapshot(START_MENU)
        own = lab.address("sStartMenuCursorPos")
        return [
            Candidate(own + offset, "the number of entries, beside the menu's own cursor")
            for offset in range(-NEAR, NEAR + 1)
            if snapshot.holds(own + offset) and snapshot.u8(own + offset) == count
        ]
