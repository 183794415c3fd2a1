"""HandleInputChooseAction and HandleInputChooseMove: the input handlers of a battle's two menus.

The player's controller function is one of these exactly while its menu accepts input. Before that
it is a function that waits for the menu to be drawn, and then replaces itself with the handler.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.memory import ROM, THUMB_BIT, Address, is_thumb_pointer
from gbatool.scan.battle.cursors import right_moves
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    NEEDED,
    walk,
)
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.stages import Stage
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function

FUNCTIONS = "gBattlerControllerFuncs"
STAY_FRAMES = 24
"""Longer than a menu takes to be drawn."""


@dataclass(frozen=True, slots=True)
class PokeHandler(Probe):
    """With the handler in place RIGHT moves the cursor; with an empty function there it does not."""

    stage: Stage
    cursor: str
    name = "poke-handler"
    predicted = (
        "RIGHT moves the menu's cursor at once with the function there and not without it,"
        " and no other function replaces it while no key is pressed"
    )
    observed = "{} of {} held"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the handler, and an empty function, over the player's controller function."""
        label, at = self.stage.label, lab.address(FUNCTIONS)
        function = int(candidate.address) | THUMB_BIT
        empty = empty_function(lab.snapshot(label))
        held = int(right_moves(lab, label, self.cursor, write32(at, function)))
        held += int(not right_moves(lab, label, self.cursor, write32(at, empty)))
        held += int(self._stays(lab, label, at, function))
        return self.tally(held, 3)

    @staticmethod
    def _stays(lab: Lab, label: str, at: Address, function: int) -> bool:
        with lab.at(label) as emulator:
            write32(at, function)(emulator)
            emulator.run(STAY_FRAMES)
            return emulator.live.u32(at) == function


def _handlers(lab: Lab, label: str) -> list[Candidate]:
    """The player's controller functions before and after a walk of the cursor."""
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
    """The input handler of the action menu."""

    symbol = "HandleInputChooseAction"
    size = 0
    requires = (*NEEDED, "gActionSelectionCursor", FUNCTIONS)
    probes = (PokeHandler(stages.BATTLE_ACTION, "gActionSelectionCursor"),)
    stage = stages.BATTLE_ACTION
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
        return _handlers(lab, self.stage.label)


class MoveHandler(Locator):
    """The input handler of the move menu."""

    symbol = "HandleInputChooseMove"
    size = 0
    requires = (*NEEDED, "gMoveSelectionCursor", FUNCTIONS)
    probes = (PokeHandler(stages.BATTLE_MOVE, "gMoveSelectionCursor"),)
    stage = stages.BATTLE_MOVE
    doc = LocatorDoc(
        summary="The player's controller function while a move can be chosen.",
        rivals={"a function that waits for the menu to be drawn": "poke-handler"},
        references=("pret/pokefirered: src/battle_controller_player.c",),
        limitations=("The player's mon must know two moves.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The player's entry of gBattlerControllerFuncs."""
        return _handlers(lab, self.stage.label)
