"""gPlayerParty and gPlayerPartyCount.

Layout (``struct Pokemon``, 100 bytes, 6 of them): personality, trainer id, nickname, a checksum at
+0x1C over 48 encrypted bytes at +0x20, the level at +0x54. A new game has no party, so an
injected script gives mons: the party is where records with a right checksum appear one after the
other, and the count is the byte that follows their number. Where a state has so many mons that
three more have no room, all but the first two of whatever looks like a party are removed before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gbatool.core import Buttons, Emulator
from gbatool.engine.layouts import offset_of
from gbatool.engine.mon import decrypt_mon
from gbatool.engine.pokemon import MON, MOST_LEVEL, MOST_STAT, PARTY_SIZE
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import give_mon
from gbatool.scan.lab.inject import SCRIPT_FRAMES, inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, measurement
from gbatool.scan.lab.pokes import Write, write8, writes
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MON_SIZE = MON.itemsize
LEVEL = offset_of(MON, "level")
SPECIES, LEVELS = 1, (7, 23, 41)
KEPT, REFILL_LEVEL = 2, 13
MEASURED = ("level", "hp", "max_hp")
GIVE_FRAMES = 2 * SCRIPT_FRAMES
WRONG_COUNT, KEEP_FRAMES = 5, 30


def has_right_checksum(snapshot: Snapshot, address: int) -> bool:
    """Whether a record's decrypted data adds up to its checksum, and is not all zero."""
    record = snapshot.record(address, MON)
    used = int(record["personality"]) != int(record["ot_id"])
    return used and decrypt_mon(record).holds


def find_records(snapshot: Snapshot, level: int) -> list[Address]:
    """Every record in RAM with a right checksum and a level."""
    found = []
    for region in RAM_REGIONS:
        levels: npt.NDArray[np.uint8] = snapshot.region(region)[LEVEL::4]
        for address in addresses(region, levels == level):
            if region.holds(address, MON_SIZE) and has_right_checksum(snapshot, address):
                found.append(address)
    return found


@measurement
def _full_parties(lab: Lab) -> list[Address]:
    """Where more records with a right checksum than leave room follow one another: each's start."""
    snapshot = lab.snapshot(WAITING)
    found: set[Address] = set()
    for region in RAM_REGIONS:
        halves = snapshot.region(region).view("<u2")
        count = (len(halves) - MON_SIZE // 2) // 2 + 1
        level, hp, most = (halves[offset_of(MON, name) // 2 :: 2][:count] for name in MEASURED)
        hits = (level & 0xFF >= 1) & (level & 0xFF <= MOST_LEVEL)
        hits &= (hp <= most) & (most >= 1) & (most <= MOST_STAT)
        found |= {at for at in addresses(region, hits) if has_right_checksum(snapshot, at)}
    starts = sorted(at for at in found if at - MON_SIZE not in found)
    return [at for at in starts if at + MON_SIZE * (PARTY_SIZE - len(LEVELS)) in found]


def give(lab: Lab, levels: Sequence[int]) -> Poke:
    """A poke that makes a script give mons of these levels, into a party with room for three."""
    full = _full_parties(lab)
    # the first one given makes the count right after the removal
    given = (REFILL_LEVEL, *levels) if full else levels
    script = inject(lab, b"".join(give_mon(SPECIES, level) for level in given))
    removed = bytes(MON_SIZE * (PARTY_SIZE - KEPT))
    return writes(*(Write(at + MON_SIZE * KEPT, removed) for at in full), script)


def with_party(lab: Lab, count: int) -> Snapshot:
    """RAM after ``count`` mons of rising level were given."""
    return lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], give(lab, LEVELS[:count]))


@measurement
def _parties(lab: Lab) -> list[Snapshot]:
    return [with_party(lab, count) for count in range(len(LEVELS) + 1)]


class GiveMore(Probe):
    """The next mon given appears in the next record, and only there."""

    name = "poke-give"
    stage = stages.WAITING
    predicted = "each mon given appears in the next record, with its level and a right checksum"
    observed = "{} of {} parties agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give none, one, two and three, and look which records are filled."""
        held = 0
        first = candidate.address + MON_SIZE * candidate.fields["had"]
        for count, snapshot in enumerate(_parties(lab)):
            records = [
                has_right_checksum(snapshot, first + MON_SIZE * slot)
                and snapshot.u8(first + MON_SIZE * slot + LEVEL) == level
                for slot, level in enumerate(LEVELS)
            ]
            held += records == [slot < count for slot in range(len(LEVELS))]
        tried = len(LEVELS) + 1
        return self.tally(held, tried)


class FillRecord(Probe):
    """With a mon written into the next record, the one given goes into the record after it."""

    name = "poke-fill"
    stage = stages.WAITING
    predicted = "with a mon written into the next record, the one given goes into the one after it"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the record of the first mon given, and give the second."""
        first = candidate.address + MON_SIZE * candidate.fields["had"]
        record = _parties(lab)[1].read(first, MON_SIZE).tobytes()
        script = give(lab, LEVELS[1:2])

        def fill_first(emulator: Emulator) -> None:
            script(emulator)
            emulator.write(first, record)

        after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], fill_first)
        levels = [
            after.u8(record + LEVEL) if has_right_checksum(after, record) else 0
            for record in (first, first + MON_SIZE)
        ]
        return self.single(held=levels == list(LEVELS[:2]), yes="it did", no="it went elsewhere")


class PlayerParty(Locator):
    """The six records of the player's party."""

    symbol = "gPlayerParty"
    anywhere = True
    size = MON_SIZE * PARTY_SIZE
    requires = ("sGlobalScriptContext",)
    probes = (GiveMore(), FillRecord())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Six records of 100 bytes, encrypted and checksummed.",
        rivals={
            "the record in which a mon is made before it is copied": "poke-give",
            "a copy that follows the party": "poke-fill",
        },
        references=("pret/pokefirered: include/pokemon.h, struct Pokemon",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record that appears when the first mon is given."""
        before, after, *_ = _parties(lab)
        reason = "a record with a right checksum and the level of the first mon given"
        found = []
        for address in find_records(after, LEVELS[0]):
            if not has_right_checksum(before, address):
                had = _records_before(before, address)
                base = address + -MON_SIZE * had
                if before.holds(base, self.size):
                    found.append(Candidate(base, reason, {"had": had}))
        return found


def _records_before(snapshot: Snapshot, address: int) -> int:
    """How many records with a right checksum are directly before an address."""
    had = 0
    while had < PARTY_SIZE - 1:
        previous = address - MON_SIZE * (had + 1)
        if not snapshot.holds(previous, MON_SIZE) or not has_right_checksum(snapshot, previous):
            break
        had += 1
    return had


class CountGiven(Probe):
    """It counts the mons given, and a wrong count is corrected."""

    name = "poke-give"
    stage = stages.WAITING
    predicted = "it is the number of mons in the party, and a wrong number is corrected"
    observed = "it was in {} of {}"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Look at parties of none to three; then write a wrong count and give one."""
        parties = _parties(lab)
        had = lab.known["gPlayerParty"].fields["had"]
        held = sum(snapshot.u8(candidate.address) == had + n for n, snapshot in enumerate(parties))
        script = give(lab, LEVELS[:1])

        def wrong_first(emulator: Emulator) -> None:
            write8(candidate.address, WRONG_COUNT)(emulator)
            script(emulator)

        after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], wrong_first)
        held += after.u8(candidate.address) == had + 1
        tried = len(parties) + 1
        return self.tally(held, tried)


class KeepCount(Probe):
    """A number written there stays; in a copy of the count it would not."""

    name = "poke-keep"
    stage = stages.OVERWORLD
    predicted = "a number written there stays, as nothing copies another one over it"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write a number and run some frames."""
        poke = write8(candidate.address, WRONG_COUNT)
        after = lab.run_after(OVERWORLD, [(Buttons.NONE, KEEP_FRAMES)], poke)
        return self.single(
            held=after.u8(candidate.address) == WRONG_COUNT,
            yes="it stayed",
            no="it was overwritten",
        )


class PlayerPartyCount(Locator):
    """How many mons the party has."""

    symbol = "gPlayerPartyCount"
    anywhere = True
    size = 1
    requires = ("gPlayerParty",)
    probes = (CountGiven(), KeepCount())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Number of mons in the player's party.",
        rivals={
            "a byte that counts something else": "poke-give",
            "a copy that follows the count": "poke-keep",
        },
        references=("pret/pokefirered: src/pokemon.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that counts the mons given."""
        parties = _parties(lab)
        reason = "the number of mons, also after one, two and three were given"
        had = lab.known["gPlayerParty"].fields["had"]
        counts = range(had, had + len(parties))
        return [Candidate(at, reason) for at in where_bytes(parties, counts)]
