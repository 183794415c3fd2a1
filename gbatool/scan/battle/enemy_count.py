"""gEnemyPartyCount: how many mons the opponent's party has.

A wild battle never writes it, so the game has to be made to count. Two routines are the same code
with other literals: one counts ``gPlayerParty`` into ``gPlayerPartyCount``, its twin
``gEnemyParty`` into the symbol. An injected script calls the twin. Where a compiler made them
different, each short routine that names ``gEnemyParty`` is called, with one mon in it and with more:
the symbol is the byte that becomes their number. An engine with all of them inlined leaves it
unresolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.layouts import offset_of
from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot, region_of
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import literals, where_bytes
from gbatool.scan.kernel.thumb import are_twins, calls
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import call_native
from gbatool.scan.lab.inject import SCRIPT_FRAMES, inject
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write, writes
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import KeepCount, mon_size, with_party

HP = offset_of(MON, "hp")
LONGEST, SHORTEST = 0x80, 0x20
"""Bytes of such a routine, its literals included."""
NEAREST = 0x48
"""Bytes from the beginning of a routine to the party among its literals, where it has no twin."""
WRONG_COUNT = 9
COUNTS = (1, 4)


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
    predicted = "the routine that counts the opponent's party writes there how many mons were written into it"
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
    own, routine = lab.address("gPlayerPartyCount"), Address(candidate.fields["routine"])
    wrong = (Write(at, bytes((WRONG_COUNT,))) for at in (candidate.address, own))
    after = _after_call(lab, routine, records, *wrong)
    return after.u8(candidate.address), after.u8(own)


def _named_by_twins(lab: Lab) -> dict[Address, Candidate]:
    """What twins of the routine that counts the player's party name in the place of its count."""
    snapshot = lab.emulator.live
    words, rom = snapshot.words(ROM), snapshot.rom
    enemies = [at - ROM.base for at in literals(snapshot, lab.address("gEnemyParty"))]
    found: dict[Address, Candidate] = {}
    for counter in _counters(lab):
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
    return found


def _written_by_routines(lab: Lab) -> dict[Address, Candidate]:
    """Every byte that becomes the number of mons when a short routine is called."""
    snapshot, record = lab.emulator.live, _given_record(lab)
    called = calls(snapshot.rom)
    named = np.array(literals(snapshot, lab.address("gEnemyParty")), np.int64) - ROM.base
    begins = called[np.maximum(np.searchsorted(called, named, "right") - 1, 0)]
    near = (named - begins >= 0) & (named - begins <= NEAREST) & (begins % 2 == 0)
    found: dict[Address, Candidate] = {}
    for begin in np.unique(begins[near]).tolist():
        routine = ROM.base + begin
        ram = [_after_call(lab, Address(routine), record * count) for count in COUNTS]
        for address in where_bytes(ram, COUNTS):
            reason = "a routine that names the opponent's party writes the number of its mons there"
            found.setdefault(address, Candidate(address, reason, {"routine": routine}))
    return found


def _after_call(lab: Lab, routine: Address, records: bytes, *writes_before: Write) -> Snapshot:
    """RAM after a routine was called with these records in the opponent's party, zeros behind them."""
    script = inject(lab, call_native(routine))
    size = PARTY_SIZE * mon_size(lab)
    party = Write(lab.address("gEnemyParty"), records.ljust(size, b"\0"))
    poke = writes(party, *writes_before, script)
    return lab.run_after(WAITING, [(Buttons.NONE, SCRIPT_FRAMES)], poke)


def _is_in_ram(value: int) -> bool:
    return region_of(value) in RAM_REGIONS


class EnemyPartyCount(Locator):
    """How many mons the opponent's party has."""

    symbol = "gEnemyPartyCount"
    size = 1
    requires = ("sGlobalScriptContext", "gPlayerPartyCount", "gEnemyParty")
    probes = (CountEnemies(), KeepCount())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Number of mons in the opponent's party, as the game last counted them.",
        rivals={
            "the number of those that can fight": "poke-count",
            "what a routine left on the stack": "poke-keep",
        },
        references=("pret/pokefirered: src/pokemon.c, CalculateEnemyPartyCount",),
        limitations=(
            "The engine must have a routine of its own that counts the opponent's party.",
            "A wild battle leaves it as it was.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What twins of a routine name, or what one without a twin writes."""
        own = lab.address("gPlayerPartyCount")
        found = _named_by_twins(lab) or _written_by_routines(lab)
        return [candidate for candidate in found.values() if candidate.address != own]
