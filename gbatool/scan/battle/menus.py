"""HandleInputChooseAction and HandleInputChooseMove: which of a battle's menus looks at the keys.

The player's controller function is one of these for just as long as its menu takes input: before, it
is a function that waits for the menu to be drawn, and that gives way to this one by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.memory import ROM, THUMB_BIT, Address, is_thumb_pointer
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_MOVE,
    FIGHT,
    HOME,
    NEEDED,
    label_action,
    label_move,
    tap,
    walk,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import nothing

FUNCTIONS = "gBattlerControllerFuncs"
STAY_FRAMES = 24
"""Longer than a menu takes to be drawn."""


@dataclass(frozen=True, slots=True)
class PokeHandler:
    """In its place RIGHT moves the cursor and it stays there; with nothing there, RIGHT does not."""

    label: Callable[[Lab], str]
    cursor: str
    name: str = "poke-handler"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the menu."""
        return self.label(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write the function, and nothing, over the player's controller function."""
        label, at = self.label(lab), lab.address(FUNCTIONS)
        function = int(candidate.address) | THUMB_BIT
        deaf = nothing(lab.snapshot(label))
        held = int(self._leads_on(lab, label, write32(at, function)))
        held += int(not self._leads_on(lab, label, write32(at, deaf)))
        held += int(self._stays(lab, label, at, function))
        return Finding(
            "RIGHT moves the menu's cursor at once with the function there and not without it,"
            " and the function gives way to no other while no key is pressed",
            f"{held} of 3 held",
            held,
            3,
        )

    def _leads_on(self, lab: Lab, label: str, poke: Poke) -> bool:
        """Whether, right after a poke, RIGHT takes the cursor from the first entry to the second."""
        cursor = lab.address(self.cursor)
        with lab.at(label) as emulator:
            tap(lab, *HOME)
            write8(cursor, FIGHT)(emulator)
            poke(emulator)
            tap(lab, Buttons.RIGHT)
            return emulator.live.u8(cursor) == FIGHT + 1

    @staticmethod
    def _stays(lab: Lab, label: str, at: Address, function: int) -> bool:
        with lab.at(label) as emulator:
            write32(at, function)(emulator)
            emulator.run(STAY_FRAMES)
            return emulator.live.u32(at) == function


def _handlers(lab: Lab, label: str) -> list[Candidate]:
    """What the player's controller function is before and after the cursor was led around."""
    at = lab.address(FUNCTIONS)
    before = lab.snapshot(label)
    with lab.at(label):
        after = walk(lab)[-1]
    values = dict.fromkeys((before.u32(at), after.u32(at)))
    reason = f"the player's controller function in {label}"
    end = ROM.base + len(before.rom)
    return [
        Candidate(Address(value & ~THUMB_BIT), reason)
        for value in values
        if is_thumb_pointer(value, end)
    ]


class ActionHandler(Locator):
    """What looks at the keys of the action menu."""

    symbol = "HandleInputChooseAction"
    size = 0
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gActionSelectionCursor", FUNCTIONS)
    probes: ClassVar[tuple[Probe, ...]] = (PokeHandler(label_action, "gActionSelectionCursor"),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="The player's controller function while an action can be chosen.",
        rivals={"a function that waits for the menu to be drawn": "poke-handler"},
        references=("pret/pokefirered: src/battle_controller_player.c",),
        limitations=(
            "The tutorials and the Safari Zone have functions of their own under the same name.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The player's entry of gBattlerControllerFuncs."""
        return _handlers(lab, label_action(lab))


class MoveHandler(Locator):
    """What looks at the keys of the move menu."""

    symbol = "HandleInputChooseMove"
    size = 0
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gMoveSelectionCursor", FUNCTIONS)
    probes: ClassVar[tuple[Probe, ...]] = (PokeHandler(label_move, "gMoveSelectionCursor"),)
    scan_state = BATTLE_MOVE
    doc = LocatorDoc(
        summary="The player's controller function while a move can be chosen.",
        rivals={"a function that waits for the menu to be drawn": "poke-handler"},
        references=("pret/pokefirered: src/battle_controller_player.c",),
        limitations=("The creature must know two moves.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The player's entry of gBattlerControllerFuncs."""
        return _handlers(lab, label_move(lab))
