"""gEnemyPartyCount: how many creatures the other side's party has.

A battle against a wild creature never fills it, so the game has to be made to count: by the routine
that does for the other side what another one does for the player. Both are the same code with other
literals, ``gPlayerParty`` and ``gPlayerPartyCount`` in the one, ``gEnemyParty`` and the symbol in the
other. A script of our own calls it. An engine that has no such twins, or puts them into their
callers, leaves the symbol unresolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, Emulator
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot, region_of
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import literals
from gbatool.scan.kernel.thumb import are_twins, calls
from gbatool.scan.lab.inject import SCRIPT_FRAMES, call_native, inject
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.lab.talk import WAITING, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import MON_SIZE, PARTY_SIZE, with_party

HP = 0x56
LONGEST, SHORTEST = 0x80, 0x20
"""Bytes of such a routine, its literals included."""
WRONG_COUNT = 9


@dataclass(frozen=True, slots=True)
class Counter:
    """A routine that counts a party, as offsets in the ROM: where it begins, its two literals."""

    begin: int
    party: int
    count: int

    @property
    def size(self) -> int:
        """Bytes up to the end of the last literal."""
        return max(self.party, self.count) + 4 - self.begin


def _counters(lab: Lab) -> Iterator[Counter]:
    """Every place that is called and has the player's party and count for literals behind it.

    What looks like a call can be data, so that a place within the routine is among them.
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


@dataclass(frozen=True, slots=True)
class CountEnemies:
    """The routine counts the creatures that were written there, whether they can fight or not."""

    name: str = "poke-count"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """A finished text that waits."""
        find_talk(lab)
        return WAITING

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write none to six creatures and a wrong number, and call the routine."""
        record = _some_creature(lab)
        down = record[:HP] + bytes(2) + record[HP + 2 :]
        held = tried = 0
        for count in range(PARTY_SIZE + 1):
            for creature in (record, down) if count else (record,):
                counted, own = _counted(lab, candidate, creature * count)
                held += counted == count and own == WRONG_COUNT
                tried += 1
        return Finding(
            "the twin of the routine that counts the player's party puts there how many creatures"
            " were written into the other side's",
            f"it did {held} of {tried} times",
            held,
            tried,
        )


def _some_creature(lab: Lab) -> bytes:
    """The record of a creature that was given.

    Raises:
        ProbeError: The party had no room for it.
    """
    had = lab.known["gPlayerParty"].fields["had"]
    if had >= PARTY_SIZE:
        raise ProbeError("the party has no room for a creature of a script")
    first = lab.address("gPlayerParty") + MON_SIZE * had
    return lab.measured(_with_one).read(first, MON_SIZE).tobytes()


def _with_one(lab: Lab) -> Snapshot:
    return with_party(lab, 1)


def _counted(lab: Lab, candidate: Candidate, records: bytes) -> tuple[int, int]:
    """What stands at a candidate, and in the player's count, after the routine was called.

    Args:
        lab: The laboratory.
        candidate: With its routine.
        records: What the other side's party begins with; zeros follow.
    """
    enemies, own = lab.address("gEnemyParty"), lab.address("gPlayerPartyCount")
    script = inject(lab, call_native(Address(candidate.fields["routine"])))
    party = Write(enemies, records.ljust(PARTY_SIZE * MON_SIZE, b"\0"))

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
    """How many creatures the other side's party has."""

    symbol = "gEnemyPartyCount"
    size = 1
    requires: ClassVar[tuple[str, ...]] = (
        "sGlobalScriptContext",
        "gPlayerPartyCount",
        "gEnemyParty",
    )
    probes: ClassVar[tuple[Probe, ...]] = (CountEnemies(),)
    scan_state = WAITING
    doc = LocatorDoc(
        summary="Number of creatures in the other side's party, as the game last counted them.",
        rivals={"the number of those that can fight": "poke-count"},
        references=("pret/pokefirered: src/pokemon.c, CalculateEnemyPartyCount",),
        limitations=(
            "The engine must have a routine that counts the player's party, and its twin.",
            "A battle against a wild creature leaves it as it was.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """What stands in the place of the player's count where the other side's party is named."""
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
