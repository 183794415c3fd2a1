"""gEnemyPartyCount: how many mons the opponent's party has.

A wild battle never writes it, so the game has to be made to count. Two routines are the same code
with other literals: one counts ``gPlayerParty`` into ``gPlayerPartyCount``, its twin
``gEnemyParty`` into the symbol. An injected script calls the twin. An engine without such twins, or
with both inlined, leaves the symbol unresolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.engine.layouts import offset_of
from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot, region_of
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import literals
from gbatool.scan.kernel.thumb import are_twins, calls
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import call_native
from gbatool.scan.lab.inject import SCRIPT_FRAMES, inject
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import mon_size, with_party

HP = offset_of(MON, "hp")
LONGEST, SHORTEST = 0x80, 0x20
"""Bytes of such a routine, its literals included."""
WRONG_COUNT = 9


@dataclass(frozen=True, slots=True)
class Counter:
    """A routine that counts a party, as ROM offsets: its first instruction and its two literals."""

    begin: int
    party: int
    count: int

    @property
    def size(self) -> int:
        """Bytes up to the end of the last literal."""
        return max(self.party, self.count) + 4 - self.begin


def _counters(lab: Lab) -> Iterator[Counter]:
    """Every call target with the player's party and its count as literals behind it.

    Data can look like a call, so that addresses within the routine are among them.
    """
    snapshot = lab.emulator.live
    parties = [at - ROM.base for at in literals(snapshot, lab.address("gPlayerParty"))]
    called = calls(snapshot.rom)
    for count in literals(snapshot, lab.address("gPlayerPartyCount")):
        at = count - ROM.base
        for party in (p for p in parties if abs(p - at) < LONGEST):
            first, last = np.searchsorted(called, (max(at, party) + 4 - LONGEST, min(at, party)))
            for begin in called[first:last].tolist():
                counter = Counter(begin, party, at)
                if counter.size >= SHORTEST:
                    yield counter


class CountEnemies(Probe):
    """The routine counts the mons that were written there, fainted ones included."""

    name = "poke-count"
    stage = stages.WAITING
    predicted = (
        "the twin of the routine that counts the player's party writes there how many mons"
        " were written into the opponent's"
    )
    observed = "it did {} of {} times"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write none to six mons and a wrong number, and call the routine."""
        record = _given_record(lab)
        fainted = record[:HP] + bytes(2) + record[HP + 2 :]
        held = tried = 0
        for count in range(PARTY_SIZE + 1):
            for mon in (record, fainted) if count else (record,):
                counted, own = _counted(lab, candidate, mon * count)
                held += counted == count and own == WRONG_COUNT
                tried += 1
        return self.tally(held, tried)


def _given_record(lab: Lab) -> bytes:
    """The record of a mon that a script gave."""
    size = mon_size(lab)
    first = lab.address("gPlayerParty") + size * lab.known["gPlayerParty"].fields["had"]
    return _with_one(lab).read(first, size).tobytes()


@measurement
def _with_one(lab: Lab) -> Snapshot:
    return with_party(lab, 1)


def _counted(lab: Lab, candidate: Candidate, records: bytes) -> tuple[int, int]:
    """The byte at a candidate, and the player's count, after the routine was called.

    Args:
        lab: The laboratory.
        candidate: With its routine.
        records: What the opponent's party begins with; zeros follow.
    """
    enemies, own = lab.address("gEnemyParty"), lab.address("gPlayerPartyCount")
    script = inject(lab, call_native(Address(candidate.fields["routine"])))
    party = Write(enemies, records.ljust(PARTY_SIZE * mon_size(lab), b"\0"))

    def stage(emulator: Emulator) -> None:
        party(emulator)
        write8(candidate.address, WRONG_COUNT)(emulator)
        write8(own, WRONG_COUNT)(emulator)
        script(emulator)

    after = lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], stage)
    return after.u8(candidate.address), after.u8(own)


def _is_in_ram(value: int) -> bool:
    return region_of(value) in RAM_REGIONS


class EnemyPartyCount(Locator):
    """How many mons the opponent's party has."""

    symbol = "gEnemyPartyCount"
    size = 1
    requires = ("sGlobalScriptContext", "gPlayerPartyCount", "gEnemyParty")
    probes = (CountEnemies(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Number of mons in the opponent's party, as the game last counted them.",
        rivals={"the number of those that can fight": "poke-count"},
        references=("pret/pokefirered: src/pokemon.c, CalculateEnemyPartyCount",),
        limitations=(
            "The engine must have a routine that counts the player's party, and its twin.",
            "A wild battle leaves it as it was.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What twins of the routine name in the place of the player's count."""
        snapshot = lab.emulator.live
        words, rom = snapshot.words(ROM), snapshot.rom
        enemies = [at - ROM.base for at in literals(snapshot, lab.address("gEnemyParty"))]
        counters = list(_counters(lab))
        if not counters:
            raise ProbeError("no routine was found that counts the player's party")
        found: dict[Address, Candidate] = {}
        for counter in counters:
            places = [counter.party - counter.begin, counter.count - counter.begin]
            for enemy in enemies:
                begin = counter.begin + enemy - counter.party
                at = counter.count + enemy - counter.party
                if not 0 <= at < len(rom) - 4 or not _is_in_ram(int(words[at // 4])):
                    continue
                if are_twins(rom, counter.begin, begin, counter.size, places):
                    address = Address(int(words[at // 4]))
                    reason = "named by the twin of the routine that counts the player's party"
                    fields = {"routine": ROM.base + begin}
                    found.setdefault(address, Candidate(address, reason, fields))
        own = lab.address("gPlayerPartyCount")
        return [candidate for candidate in found.values() if candidate.address != own]
