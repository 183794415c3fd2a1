"""gBattlerPartyIndexes: which member of its party each battler is.

Four half-words. A battle that begins with the first member down is fought by the second one; what
differs by that is what the scan rests on. What a move costs is written back to the member that the
index names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Snapshot
from gbatool.scan.battle.mons import BATTLER_SIZE, HP, identity, load, members
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab.battle_explore import (
    BATTLE_BEGINS,
    BATTLE_MOVE,
    HOME,
    INTRO_HOLD,
    INTRO_PERIOD,
    NEEDED,
    begin_battle,
    label_move,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write16
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import MON_SIZE

PARTY_HP = 0x56
WRITE_FRAMES = 1200


def with_first_down(lab: Lab) -> Snapshot:
    """RAM once a battle's creatures are loaded that began with the first member down.

    Raises:
        ProbeError: No battle begins, or not with the second member.
    """
    party = lab.address("gPlayerParty")
    loaded = load(lab, write16(party + PARTY_HP, 0))
    first = members(loaded, party).get(identity(loaded, lab.address("gBattleMons"), 0))
    if first != 1:
        raise ProbeError("with the first member down, the battle does not begin with the second")
    return loaded


def as_it_is(lab: Lab) -> Snapshot:
    """RAM once the creatures of the battle are loaded."""
    return load(lab, None)


@dataclass(frozen=True, slots=True)
class PokeIndex:
    """What a move costs is written back to the member whose index was written."""

    name: str = "poke-index"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a move is chosen."""
        begin_battle(lab)
        return label_move(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Beat the other one with each index written, and look which record changes first."""
        changed = [self._changed(lab, write16(candidate.address, index)) for index in (0, 1)]
        held = sum(slot == index for index, slot in enumerate(changed))
        return Finding(
            "what a move costs is written back to the member whose index was written",
            f"it was with {held} of 2 indices",
            held,
            2,
        )

    @staticmethod
    def _changed(lab: Lab, poke: Poke) -> int | None:
        """Which of the party's first two records changes first; None if neither does."""
        party, mons = lab.address("gPlayerParty"), lab.address("gBattleMons")
        with lab.at(BATTLE_MOVE) as emulator:
            write16(mons + BATTLER_SIZE + HP, 1)(emulator)
            poke(emulator)
            before = emulator.live.read(party, 2 * MON_SIZE).tobytes()
            tap(lab, *HOME, Buttons.A)
            for frame in range(WRITE_FRAMES):
                emulator.hold(Buttons.B if frame % INTRO_PERIOD < INTRO_HOLD else Buttons.NONE)
                emulator.run()
                now = emulator.live.read(party, 2 * MON_SIZE).tobytes()
                if now != before:
                    return int(now[:MON_SIZE] == before[:MON_SIZE])
        return None


class BattlerPartyIndexes(Locator):
    """Which member of its party each battler is."""

    symbol = "gBattlerPartyIndexes"
    size = 8
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gPlayerParty", "gBattleMons")
    probes: ClassVar[tuple[Probe, ...]] = (PokeIndex(),)
    scan_state = BATTLE_BEGINS
    doc = LocatorDoc(
        summary="Four half-words: each battler's place in its party.",
        rivals={"another half-word that differs with who fights": "poke-index"},
        references=("pret/pokefirered: src/battle_main.c",),
        limitations=("The player must have two creatures.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that is the place of who fights in two battles, with a 0 behind it."""
        trace = [lab.measured(as_it_is), lab.measured(with_first_down)]
        first = members(trace[0], lab.address("gPlayerParty")).get(
            identity(trace[0], lab.address("gBattleMons"), 0)
        )
        if first != 0:
            return []
        reason = "the place of who fights, in a battle of the first and one of the second member"
        return [
            Candidate(at, reason)
            for at in named_by_rom(trace[0], where_halfwords(trace, (0, 1)))
            if all(snapshot.holds(at, self.size) and not snapshot.u16(at + 2) for snapshot in trace)
        ]
