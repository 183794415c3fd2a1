"""gActionSelectionCursor and gMoveSelectionCursor: what the battle's two menus choose by.

Four bytes each, one a battler, the player's first one. Both follow the arrow keys over a grid of two
by two. A byte that is copied from the cursor follows as well; only the true one decides where the
next key leads and what A does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.battle.mons import POINTS, TURN_FRAMES
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.battle_explore import (
    ACTIONS,
    BATTLE_ACTION,
    BATTLE_MOVE,
    END_FRAMES,
    FIGHT,
    GRID,
    HOME,
    INTRO_HOLD,
    INTRO_PERIOD,
    MOVES,
    NEEDED,
    RUN,
    callback2,
    followers,
    grid_step,
    label_action,
    label_end,
    label_move,
    tap,
    walk,
)
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8
from gbatool.scan.locator import Locator, LocatorDoc, Probe

LATER_FRAMES = 10
TO_RUN = (Buttons.RIGHT, Buttons.DOWN)


@dataclass(frozen=True, slots=True)
class PokeArrow:
    """Written, it leads the next arrow key on from there."""

    label: Callable[[Lab], str]
    name: str = "poke-arrow"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """In the menu."""
        return self.label(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write each entry and press each arrow key."""
        label, entries = self.label(lab), candidate.fields["entries"]
        held = 0
        for entry in range(entries):
            for button in GRID:
                with lab.at(label) as emulator:
                    write8(candidate.address, entry)(emulator)
                    tap(lab, button)
                    there = emulator.live.u8(candidate.address)
                held += there == grid_step(entry, button, entries)
        tried = entries * len(GRID)
        return Finding(
            "each arrow key leads on from the entry that was written",
            f"{held} of {tried} keys did",
            held,
            tried,
        )


@dataclass(frozen=True, slots=True)
class PokeRun:
    """Written as the last entry, it makes A run away; written as the first one, it does not."""

    name: str = "poke-choice"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While an action is chosen."""
        label_end(lab)
        return BATTLE_ACTION

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """On the first entry write the last one and press A; on the last one the first."""
        frames = self._frames(lab, candidate.address, HOME, RUN, END_FRAMES)
        held = int(frames is not None)
        keys = (*HOME, *TO_RUN)
        if frames is not None:
            held += self._frames(lab, candidate.address, keys, FIGHT, frames + LATER_FRAMES) is None
        return Finding(
            "A runs away where the last entry was written, and not where the first one was",
            f"{held} of 2 choices did",
            held,
            2,
        )

    @staticmethod
    def _frames(
        lab: Lab, cursor: int, keys: tuple[Buttons, ...], entry: int, patience: int
    ) -> int | None:
        """How long it takes until callback2 leaves the battle."""
        with lab.at(BATTLE_ACTION) as emulator:
            battle = callback2(lab)
            tap(lab, *keys)
            write8(cursor, entry)(emulator)
            tap(lab, Buttons.A)
            for frame in range(patience):
                emulator.hold(Buttons.B if frame % INTRO_PERIOD < INTRO_HOLD else Buttons.NONE)
                emulator.run()
                if callback2(lab) != battle:
                    return frame
        return None


class ActionSelectionCursor(Locator):
    """The cursor of the action menu."""

    symbol = "gActionSelectionCursor"
    size = 4
    requires: ClassVar[tuple[str, ...]] = NEEDED
    probes: ClassVar[tuple[Probe, ...]] = (PokeArrow(label_action), PokeRun())
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="Each battler's entry of the action menu: fight, bag, creatures, run.",
        rivals={
            "a byte that follows the cursor": "poke-arrow",
            "a cursor that only draws": "poke-choice",
        },
        references=("pret/pokefirered: src/battle_controller_player.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the cursor of a grid of two by two over a walk of arrow keys."""
        with lab.at(label_action(lab)):
            found = followers(walk(lab), ACTIONS)
        reason = "the cursor of a grid of two by two, key after key"
        return [Candidate(address, reason, {"entries": ACTIONS}) for address in sorted(found)]


@dataclass(frozen=True, slots=True)
class PokeMove:
    """A uses the move that was written: its power points fall."""

    name: str = "poke-choice"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a move is chosen."""
        return label_move(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """On the first move write the second one and press A; on the second one the first."""
        held = int(self._used(lab, candidate.address, HOME, 1) == 1)
        held += int(self._used(lab, candidate.address, (*HOME, Buttons.RIGHT), 0) == 0)
        return Finding(
            "A uses the move whose number was written, not the one the arrow stands at",
            f"{held} of 2 choices did",
            held,
            2,
        )

    @staticmethod
    def _used(lab: Lab, cursor: int, keys: tuple[Buttons, ...], entry: int) -> int | None:
        """Which move's points fall."""
        points = lab.address("gBattleMons") + POINTS
        with lab.at(BATTLE_MOVE) as emulator:
            before = emulator.live.read(points, 4).tobytes()
            tap(lab, *keys)
            write8(cursor, entry)(emulator)
            tap(lab, Buttons.A)
            for _ in range(TURN_FRAMES):
                emulator.run()
                now = emulator.live.read(points, 4).tobytes()
                if now != before:
                    return next(slot for slot in range(4) if now[slot] != before[slot])
        raise ProbeError("no move's points fall")


class MoveSelectionCursor(Locator):
    """The cursor of the move menu."""

    symbol = "gMoveSelectionCursor"
    size = 4
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gBattleMons", "gActionSelectionCursor")
    probes: ClassVar[tuple[Probe, ...]] = (PokeArrow(label_move), PokeMove())
    scan_state = BATTLE_MOVE
    doc = LocatorDoc(
        summary="Each battler's entry of the move menu, 0 to 3.",
        rivals={
            "a byte that follows the cursor": "poke-arrow",
            "a cursor that only draws": "poke-choice",
        },
        references=("pret/pokefirered: src/battle_controller_player.c",),
        limitations=("The creature must know two moves.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is the cursor of a grid of two to four moves over a walk of arrow keys."""
        with lab.at(label_move(lab)):
            trace = walk(lab)
        reason = "the cursor of a grid of two columns, key after key"
        found: dict[Address, int] = {}
        for entries in MOVES:
            for address in followers(trace, entries):
                found.setdefault(address, entries)
        return [Candidate(at, reason, {"entries": found[at]}) for at in sorted(found)]
