"""gBattlerPartyIndexes: which member of its party each battler is.

Four half-words. With the first member fainted a battle begins with the second one: the scan looks
for the index that differs. The PP that a move costs are written back to the member that the index
names.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.layouts import field_address
from gbatool.engine.pokemon import MON
from gbatool.errors import ProbeError
from gbatool.memory import Snapshot
from gbatool.scan.battle.mons import battler_field, identity, load, loaded, members
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_halfwords
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_MOVE,
    HOME,
    NEEDED,
    mash_b,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke, measurement
from gbatool.scan.lab.pokes import write16
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import mon_size

WRITE_FRAMES = 1200


@measurement
def with_first_fainted(lab: Lab) -> Snapshot:
    """RAM once the mons are loaded of a battle that began with the first member fainted.

    Raises:
        ProbeError: No battle begins, or not with the second member.
    """
    party = lab.address("gPlayerParty")
    battle = load(lab, write16(field_address(party, MON, "hp"), 0))
    engine, mons = lab.structures, lab.address("gBattleMons")
    first = members(battle, party, engine).get(identity(battle, mons, 0, engine.battle_mon))
    if first != 1:
        raise ProbeError(
            "with the first member fainted, the battle does not begin with the second one"
        )
    return battle


class PokePartyIndex(Probe):
    """The cost of a move is written back to the member whose index was written."""

    name = "poke-index"
    stage = stages.BATTLE_MOVE
    predicted = "the cost of a move is written back to the member whose index was written"
    observed = "it was with {} of {} indices"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Defeat the opponent with each index written, and look which record changes first."""
        changed = [self._changed(lab, write16(candidate.address, index)) for index in (0, 1)]
        held = sum(slot == index for index, slot in enumerate(changed))
        return self.tally(held, 2)

    @staticmethod
    def _changed(lab: Lab, poke: Poke) -> int | None:
        """Which of the party's first two records changes first; None if neither does."""
        party = lab.address("gPlayerParty")
        size = mon_size(lab)
        with lab.at(BATTLE_MOVE) as emulator:
            write16(battler_field(lab, 1, "hp"), 1)(emulator)
            poke(emulator)
            before = emulator.live.read(party, 2 * size).tobytes()
            tap(lab, *HOME, Buttons.A)
            for frame in range(WRITE_FRAMES):
                mash_b(emulator, frame)
                now = emulator.live.read(party, 2 * size).tobytes()
                if now != before:
                    return int(now[:size] == before[:size])
        return None


class BattlerPartyIndexes(Locator):
    """Which member of its party each battler is."""

    symbol = "gBattlerPartyIndexes"
    size = 8
    requires = (*NEEDED, "gPlayerParty", "gBattleMons")
    probes = (PokePartyIndex(),)
    stage = stages.BATTLE_BEGINS
    doc = LocatorDoc(
        summary="Four half-words: each battler's slot in its party.",
        rivals={"another half-word that differs with the battling member": "poke-index"},
        references=("pret/pokefirered: src/battle_main.c",),
        limitations=("The player must have two mons.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every half-word that is the battling member's slot in two battles, with a 0 behind it."""
        trace = [loaded(lab), with_first_fainted(lab)]
        engine = lab.structures
        first = members(trace[0], lab.address("gPlayerParty"), engine).get(
            identity(trace[0], lab.address("gBattleMons"), 0, engine.battle_mon)
        )
        if first != 0:
            return []
        reason = "the slot of the member that battles, the first one's and the second one's"
        return [
            Candidate(at, reason)
            for at in named_by_rom(trace[0], where_halfwords(trace, (0, 1)))
            if all(snapshot.holds(at, self.size) and not snapshot.u16(at + 2) for snapshot in trace)
        ]
