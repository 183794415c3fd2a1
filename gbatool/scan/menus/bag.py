"""gBagMenuState, gBagPosition and CB2_BagMenuRun: the bag's saved cursor, and its callback.

Layouts: ``struct BagStruct`` of FireRed and LeafGreen (0x14 bytes: the pocket at +6, three rows at
+8, three scroll offsets at +0xE), ``struct BagPosition`` of Emerald (0x1C bytes: the pocket at +5,
five rows at +8, five scroll offsets at +0x12). The open list has another row of its own; the saved one
decides at which row the bag opens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import Dtype, field_address, offset_of
from gbatool.memory import Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8, write16, writes
from gbatool.scan.lab.screens_explore import (
    BAG,
    Screen,
    down_moves,
    find_bag,
    keys,
    open_bag,
    supply,
)
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.menus.screen_callback import DOWN_STOPS, ClearScreenCallback, ScreenCallback

LEAVE_FRAMES = 64
KEPT = (1, 3, 2)


@measurement
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
    after = lab.run_after(screen.supplied, inputs, poke)
    return [after.u16(cursor) for cursor in screen.cursors]


@dataclass(frozen=True, slots=True)
class PokeRow(Probe):
    """Written while the bag is closed, the row is the one at which the bag opens."""

    layout: Dtype
    name = "poke-row"
    stage = stages.SUPPLIED
    predicted = "the bag opens at the row that was written, so that UP leads to the one above"
    observed = "it did with {} of {} rows"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write a row, open the bag, press UP, and see where its cursor is."""
        bag = open_bag(lab)
        rows = bag.places[1:3]
        held = 0
        for row in rows:
            after = _row_after(
                lab, bag, write16(field_address(candidate.address, self.layout, "rows"), row)
            )
            held += row - 1 in after
            if not held:
                break
        return self.tally(held, len(rows))


@dataclass(frozen=True, slots=True)
class PokePocket(Probe):
    """With another pocket written, the bag opens that one, and not this row."""

    layout: Dtype
    name = "poke-pocket"
    stage = stages.SUPPLIED
    predicted = "the bag opens at the row kept for the first pocket with that pocket written only"
    observed = "{} of {} pockets agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write row 2 and a pocket, open the bag, press UP, and see where its cursor is."""
        bag = open_bag(lab)
        rows, pockets = (
            field_address(candidate.address, self.layout, name) for name in ("rows", "pocket")
        )
        row = bag.places[2]
        held = 0
        for pocket, there in ((0, True), (1, False)):
            poke = writes(write16(rows, row), write8(pockets, pocket))
            held += (row - 1 in _row_after(lab, bag, poke)) is there
        return self.tally(held, 2)


def _layout(symbol: str) -> Dtype:
    """The layout of a family's saved cursor, by its symbol."""
    forms = (engine.menus.bag for engine in ENGINES.values())
    return next(form.layout for form in forms if form and form.symbol == symbol)


class _BagState(Locator):
    """The saved cursor of the bag."""

    requires = ("gMain", "sGlobalScriptContext")
    stage = stages.BAG
    layout: ClassVar[Dtype]

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that keeps the row at which the bag was left, a callback before it."""
        closed = lab.snapshot(supply(lab))
        trace = _kept(lab)
        rows = [row for row in KEPT if row in find_bag(lab).places]
        first_row, pocket = (offset_of(self.layout, name) for name in ("rows", "pocket"))
        reason = f"keeps the row at which the bag was left, a callback {first_row} bytes before it"
        found = []
        for row in where_halfwords(trace, rows):
            base = row + -first_row
            if not closed.holds(base, self.size) or trace[0].u8(base + pocket):
                continue
            if is_thumb_pointer(trace[0].u32(base), len(closed.rom)):
                found.append(Candidate(base, reason, {"pocket": pocket}))
        return found


class BagMenuState(_BagState):
    """The saved cursor of FireRed's and LeafGreen's bag."""

    symbol = "gBagMenuState"
    layout = _layout(symbol)
    size = layout.itemsize
    probes = (PokeRow(layout), PokePocket(layout))
    doc = LocatorDoc(
        summary="The bag's pocket and, for each pocket, row and scroll offset.",
        rivals={
            "the row of the list that is shown": "poke-row",
            "the rows begun at another pocket": "poke-pocket",
        },
        references=("pret/pokefirered: include/item_menu.h, struct BagStruct",),
    )


class BagPosition(_BagState):
    """The saved cursor of Emerald's bag."""

    symbol = "gBagPosition"
    layout = _layout(symbol)
    size = layout.itemsize
    probes = (PokeRow(layout), PokePocket(layout))
    doc = LocatorDoc(
        summary="The bag's pocket and, for each pocket, row and scroll offset.",
        rivals={
            "the row of the list that is shown": "poke-row",
            "the rows begun at another pocket": "poke-pocket",
        },
        references=("pret/pokeemerald: include/item_menu.h, struct BagPosition",),
    )


def _down_moves(lab: Lab, poke: Poke) -> bool:
    return down_moves(lab, find_bag(lab), poke)


class BagCallback(ScreenCallback):
    """The callback2 of the bag."""

    symbol = "CB2_BagMenuRun"
    stage = stages.BAG
    probes = (ClearScreenCallback(stages.BAG, DOWN_STOPS, _down_moves),)
    doc = LocatorDoc(
        summary="callback2 in the bag.",
        rivals={"a callback that has nothing to do with the bag": "poke-callback2"},
        references=("pret/pokefirered: src/item_menu.c",),
        limitations=("Ruby's and Sapphire's bag has no callback of that name.",),
    )
