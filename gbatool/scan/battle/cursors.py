"""gActionSelectionCursor and gMoveSelectionCursor: the cursors of the battle's two menus.

Four bytes each, one a battler, the player's first. Both follow the arrow keys over a grid of two by
two. A copy of the cursor follows as well; only the true one decides where the next key leads and
what A does.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.battle.mons import TURN_FRAMES, battler_field
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    ACTIONS,
    BATTLE_ACTION,
    BATTLE_MOVE,
    END_FRAMES,
    FIGHT,
    GRID,
    HOME,
    MOVES,
    NEEDED,
    RUN,
    followers,
    grid_step,
    label_end,
    mash_b,
    tap,
    walk,
)
from gbatool.scan.lab.callbacks import callback2
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.stages import Stage
from gbatool.scan.locator import Locator, LocatorDoc, Probe

LATER_FRAMES = 10
TO_RUN = (Buttons.RIGHT, Buttons.DOWN)


def right_moves(lab: Lab, label: str, cursor: str, poke: Poke) -> bool:
    """Whether, right after a poke, RIGHT moves a menu's cursor from the first entry to the second.

    Args:
        lab: The laboratory.
        label: A state in which the menu accepts input.
        cursor: The proven symbol of its cursor.
        poke: What is written before RIGHT.
    """
    address = lab.address(cursor)
    with lab.at(label) as emulator:
        tap(lab, *HOME)
        write8(address, FIGHT)(emulator)
        poke(emulator)
        tap(lab, Buttons.RIGHT)
        return emulator.live.u8(address) == FIGHT + 1


@dataclass(frozen=True, slots=True)
class PokeBattleCursor(Probe):
    """The next arrow key moves on from the entry that was written."""

    stage: Stage
    name = "poke-arrow"
    predicted = "each arrow key leads on from the entry that was written"
    observed = "{} of {} keys did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write each entry and press each arrow key."""
        entries = candidate.fields["entries"]
        held = 0
        for entry in range(entries):
            for button in GRID:
                with lab.at(self.stage.label) as emulator:
                    write8(candidate.address, entry)(emulator)
                    tap(lab, button)
                    there = emulator.live.u8(candidate.address)
                held += there == grid_step(entry, button, entries)
        return self.tally(held, entries * len(GRID))


class PokeRun(Probe):
    """Written as the last entry, it makes A run away; written as the first one, it does not."""

    name = "poke-choice"
    stage = stages.BATTLE_ACTION
    predicted = "A runs away where the last entry was written, and not where the first one was"
    observed = "{} of {} choices did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """On the first entry write the last one and press A; on the last one the first."""
        label_end(lab)
        frames = self._frames(lab, candidate.address, HOME, RUN, END_FRAMES)
        held = int(frames is not None)
        keys = (*HOME, *TO_RUN)
        if frames is not None:
            held += self._frames(lab, candidate.address, keys, FIGHT, frames + LATER_FRAMES) is None
        return self.tally(held, 2)

    @staticmethod
    def _frames(
        lab: Lab, cursor: int, keys: tuple[Buttons, ...], entry: int, patience: int
    ) -> int | None:
        """Frames until callback2 leaves the battle; None if it does not."""
        with lab.at(BATTLE_ACTION) as emulator:
            battle = callback2(lab)
            tap(lab, *keys)
            write8(cursor, entry)(emulator)
            tap(lab, Buttons.A)
            for frame in range(patience):
                mash_b(emulator, frame)
                if callback2(lab) != battle:
                    return frame
        return None


class ActionSelectionCursor(Locator):
    """The cursor of the action menu."""

    symbol = "gActionSelectionCursor"
    size = 4
    requires = NEEDED
    probes = (PokeBattleCursor(stages.BATTLE_ACTION), PokeRun())
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Each battler's entry of the action menu: fight, bag, party, run.",
        rivals={
            "a byte that follows the cursor": "poke-arrow",
            "a cursor that only draws": "poke-choice",
        },
        references=("pret/pokefirered: src/battle_controller_player.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the cursor of a grid of two by two over a walk of arrow keys."""
        with lab.at(self.stage.label):
            found = followers(walk(lab), ACTIONS)
        reason = "the cursor of a grid of two by two, key after key"
        return [Candidate(address, reason, {"entries": ACTIONS}) for address in sorted(found)]


class PokeMove(Probe):
    """A uses the move that was written: its PP fall."""

    name = "poke-choice"
    stage = stages.BATTLE_MOVE
    predicted = "A uses the move whose number was written, not the one the arrow stands at"
    observed = "{} of {} choices did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """On the first move write the second one and press A; on the second one the first."""
        held = int(self._used(lab, candidate.address, HOME, 1) == 1)
        held += int(self._used(lab, candidate.address, (*HOME, Buttons.RIGHT), 0) == 0)
        return self.tally(held, 2)

    @staticmethod
    def _used(lab: Lab, cursor: int, keys: tuple[Buttons, ...], entry: int) -> int | None:
        """The slot of the move whose PP fall.

        Raises:
            ProbeError: None does.
        """
        pp = battler_field(lab, 0, "pp")
        with lab.at(BATTLE_MOVE) as emulator:
            before = emulator.live.read(pp, 4).tobytes()
            tap(lab, *keys)
            write8(cursor, entry)(emulator)
            tap(lab, Buttons.A)
            for _ in range(TURN_FRAMES):
                emulator.run()
                now = emulator.live.read(pp, 4).tobytes()
                if now != before:
                    return next(slot for slot in range(4) if now[slot] != before[slot])
        raise ProbeError("no move's PP fall")


class MoveSelectionCursor(Locator):
    """The cursor of the move menu."""

    symbol = "gMoveSelectionCursor"
    size = 4
    requires = (*NEEDED, "gBattleMons", "gActionSelectionCursor")
    probes = (PokeBattleCursor(stages.BATTLE_MOVE), PokeMove())
    stage = stages.BATTLE_MOVE
    doc = LocatorDoc(
        summary="Each battler's entry of the move menu, 0 to 3.",
        rivals={
            "a byte that follows the cursor": "poke-arrow",
            "a cursor that only draws": "poke-choice",
        },
        references=("pret/pokefirered: src/battle_controller_player.c",),
        limitations=("The player's mon must know two moves.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the cursor of a grid of two to four moves over a walk of arrow keys."""
        with lab.at(self.stage.label):
            trace = walk(lab)
        reason = "the cursor of a grid of two columns, key after key"
        found: dict[Address, int] = {}
        for entries in MOVES:
            for address in followers(trace, entries):
                found.setdefault(address, entries)
        return [Candidate(at, reason, {"entries": found[at]}) for at in sorted(found)]
