"""gBagMenuState, gBagPosition and CB2_BagMenuRun: where the bag's cursor is kept, and what runs it.

Layouts: ``struct BagStruct`` of FireRed and LeafGreen (0x14 bytes: the pocket at +6, three rows at
+8, three scroll offsets at +0xE), ``struct BagPosition`` of Emerald (0x1C bytes: the pocket at +5,
five rows at +8, five scroll offsets at +0x12). The list that is shown keeps a row of its own; what
is kept while the bag is closed decides where it opens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.memory import THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8, write16, write32, writes
from gbatool.scan.lab.screens_explore import (
    BAG,
    CALLBACK2,
    Screen,
    find_bag,
    find_party,
    keys,
    open_bag,
    supply,
)
from gbatool.scan.locator import Locator, LocatorDoc, Probe

ROWS = 8
LEAVE_FRAMES = 64
KEPT = (1, 3, 2)


def _kept(lab: Lab) -> list[Snapshot]:
    """RAM after the bag was opened and left with the cursor on each of some rows."""
    bag = find_bag(lab)
    leave = [*keys(Buttons.B), (Buttons.NONE, LEAVE_FRAMES)]
    return [
        lab.run_after(BAG, [*keys(*[Buttons.DOWN] * row), *leave], None)
        for row in KEPT
        if row in bag.places
    ]


def _row_after(lab: Lab, screen: Screen, poke: Poke) -> list[int]:
    """Open the bag after a poke and press UP once: the places that the cursors end at."""
    inputs = [*screen.opening, *keys(Buttons.UP)]
    after = lab.run_after(supply(lab), inputs, poke)
    return [after.u16(cursor) for cursor in screen.cursors]


@dataclass(frozen=True, slots=True)
class PokeRow:
    """Written while the bag is closed, it decides at which row the bag opens."""

    name: str = "poke-row"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the overworld, with items in the bag."""
        open_bag(lab)
        return supply(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write a row, open the bag, press UP, and see where its cursor is."""
        bag = open_bag(lab)
        rows = bag.places[1:3]
        held = 0
        for row in rows:
            after = _row_after(lab, bag, write16(candidate.address + ROWS, row))
            held += row - 1 in after
            if not held:
                break
        return Finding(
            "the bag opens at the row that was written, so that UP leads to the one above",
            f"it did with {held} of {len(rows)} rows",
            held,
            len(rows),
        )


@dataclass(frozen=True, slots=True)
class PokePocket:
    """With another pocket written, the bag opens that one, and not at this row."""

    name: str = "poke-pocket"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the overworld, with items in the bag."""
        open_bag(lab)
        return supply(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write row 2 and a pocket, open the bag, press UP, and see where its cursor is."""
        bag, at = open_bag(lab), candidate.address
        row = bag.places[2]
        held = 0
        for pocket, there in ((0, True), (1, False)):
            poke = writes(write16(at + ROWS, row), write8(at + candidate.fields["pocket"], pocket))
            held += (row - 1 in _row_after(lab, bag, poke)) is there
        return Finding(
            "the bag opens at the row kept for the first pocket with that pocket written only",
            f"{held} of 2 pockets agreed",
            held,
            2,
        )


class _BagState(Locator):
    """Where the bag's cursor is kept."""

    requires: ClassVar[tuple[str, ...]] = ("gMain", "sGlobalScriptContext")
    probes: ClassVar[tuple[Probe, ...]] = (PokeRow(), PokePocket())
    scan_state = BAG
    pocket: ClassVar[int]

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that keeps the row at which the bag was left, a callback before it."""
        closed = lab.snapshot(supply(lab))
        trace = lab.measured(_kept)
        rows = [row for row in KEPT if row in find_bag(lab).places]
        reason = "keeps the row at which the bag was left, a callback 8 bytes before it"
        found = []
        for row in where_halfwords(trace, rows):
            base = row + -ROWS
            if not closed.holds(base, self.size) or trace[0].u8(base + self.pocket):
                continue
            if is_thumb_pointer(trace[0].u32(base), len(closed.rom)):
                found.append(Candidate(base, reason, {"pocket": self.pocket}))
        return found


class BagMenuState(_BagState):
    """Where FireRed's and LeafGreen's bag keeps its cursor."""

    symbol = "gBagMenuState"
    size = 0x14
    families = ("frlg",)
    pocket = 6
    doc = LocatorDoc(
        summary="The bag's pocket and, for each pocket, row and scroll offset.",
        rivals={
            "the row of the list that is shown": "poke-row",
            "the rows begun at another pocket": "poke-pocket",
        },
        references=("pret/pokefirered: include/item_menu.h, struct BagStruct",),
    )


class BagPosition(_BagState):
    """Where Emerald's bag keeps its cursor."""

    symbol = "gBagPosition"
    size = 0x1C
    families = ("emerald",)
    instead: ClassVar[Mapping[str, str]] = {
        "rs": "its bag keeps rows and offsets in gBagPocketScrollStates and the pocket in"
        " sCurrentBagPocket, laid out in another way, which nothing here reads"
    }
    pocket = 5
    doc = LocatorDoc(
        summary="The bag's pocket and, for each pocket, row and scroll offset.",
        rivals={
            "the row of the list that is shown": "poke-row",
            "the rows begun at another pocket": "poke-pocket",
        },
        references=("pret/pokeemerald: include/item_menu.h, struct BagPosition",),
    )


@dataclass(frozen=True, slots=True)
class StopScreen:
    """With callback2 taken away the cursor stands still."""

    label: str
    name: str = "poke-callback2"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the screen."""
        return self._screen(lab).label

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Zero it and press DOWN, and again with the same value written back."""
        screen, at = self._screen(lab), candidate.fields["main"] + CALLBACK2
        held = int(not self._moves(lab, screen, write32(at, 0)))
        held += int(self._moves(lab, screen, write32(at, int(candidate.address) | THUMB_BIT)))
        return Finding(
            "with the callback zeroed DOWN moves no cursor, with it back it does",
            f"{held} of 2 presses agreed",
            held,
            2,
        )

    def _screen(self, lab: Lab) -> Screen:
        return find_bag(lab) if self.label == BAG else find_party(lab)

    @staticmethod
    def _moves(lab: Lab, screen: Screen, poke: Poke) -> bool:
        after = lab.run_after(screen.label, keys(Buttons.DOWN), poke)
        return any(after.u8(cursor) == screen.places[1] for cursor in screen.cursors)


class ScreenCallback(Locator):
    """A screen's callback2."""

    size = 0
    requires: ClassVar[tuple[str, ...]] = ("gMain", "sGlobalScriptContext")
    families = ("frlg", "emerald")

    def screen(self, lab: Lab) -> Screen:
        """The screen that it runs."""
        raise NotImplementedError

    def scan(self, lab: Lab) -> list[Candidate]:
        """The callback2 that gMain has while the screen takes keys."""
        at = Address(self.screen(lab).callback2 & ~THUMB_BIT)
        fields = {"main": int(lab.address("gMain"))}
        return [Candidate(at, "gMain's callback2 while the screen takes keys", fields)]


class BagCallback(ScreenCallback):
    """What runs the bag."""

    symbol = "CB2_BagMenuRun"
    probes: ClassVar[tuple[Probe, ...]] = (StopScreen(BAG),)
    scan_state = BAG
    instead: ClassVar[Mapping[str, str]] = {
        "rs": "what runs its bag has no name in the public decompilations"
    }
    doc = LocatorDoc(
        summary="callback2 in the bag.",
        rivals={"a callback that has nothing to do with the bag": "poke-callback2"},
        references=("pret/pokefirered: src/item_menu.c",),
        limitations=("Ruby's and Sapphire's bag has no callback of that name.",),
    )

    def screen(self, lab: Lab) -> Screen:
        """The bag."""
        return find_bag(lab)
