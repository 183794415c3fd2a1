"""gPlayerParty and gPlayerPartyCount.

Layout (``struct Pokemon``, 100 bytes, 6 of them): personality, trainer id, nickname, a checksum at
+0x1C over 48 encrypted bytes at +0x20, the level at +0x54. A new game has no party, so an
injected script gives mons: the party is where records of them appear one after the other, and the
count is the byte that follows their number. The distance of the second record from the first is the
record's size, and the form in which it can be read is the engine's (:mod:`gbatool.scan.lab.records`).
Where a state has so many mons that three more have no room, all but the first two of whatever
looks like a party are removed before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gbatool.core import Buttons, Emulator
from gbatool.engine.engine import SHARED
from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.engine.traits import with_traits
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.gift import STRIDES, find_gift, full_parties, room_made
from gbatool.scan.lab.inject import SCRIPT_FRAMES, inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8, writes
from gbatool.scan.lab.records import (
    LEVEL,
    find_any_records,
    is_record,
)
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MON_SIZE = MON.itemsize
SPECIES, LEVELS = 1, (7, 23, 41)
REFILL_LEVEL = 13
GIVE_FRAMES = 5 * SCRIPT_FRAMES
WRONG_COUNT, KEEP_FRAMES = 5, 30


def give(lab: Lab, levels: Sequence[int]) -> Poke:
    """A poke that makes a script give mons of these levels, into a party with room for three."""
    full, gift = full_parties(lab), find_gift(lab)
    # the first one given makes the count right after the removal
    given = (REFILL_LEVEL, *levels) if full else levels
    script = inject(lab, b"".join(gift.mon(SPECIES, level) for level in given))
    return writes(*room_made(full), script)


def with_party(lab: Lab, count: int) -> Snapshot:
    """RAM after ``count`` mons of rising level were given."""
    return lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], give(lab, LEVELS[:count]))


@measurement
def _parties(lab: Lab) -> list[Snapshot]:
    return [with_party(lab, count) for count in range(len(LEVELS) + 1)]


def mon_size(lab: Lab) -> int:
    """Bytes of a record of the party, as far as that is proven."""
    return lab.structures.mon.itemsize


class GiveMore(Probe):
    """The next mon given appears in the next record, and only there."""

    name = "poke-give"
    stage = stages.WAITING
    predicted = "each mon given appears in the next record, with its level and a right checksum"
    observed = "{} of {} parties agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give none, one, two and three, and look which records are filled."""
        held, engine = 0, with_traits(SHARED, candidate.traits)
        size = engine.mon.itemsize
        first = candidate.address + size * candidate.fields["had"]
        for count, snapshot in enumerate(_parties(lab)):
            records = [
                is_record(snapshot, first + size * slot, engine)
                and snapshot.u8(first + size * slot + LEVEL) == level
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
        engine = with_traits(SHARED, candidate.traits)
        size = engine.mon.itemsize
        first = candidate.address + size * candidate.fields["had"]
        record = _parties(lab)[1].read(first, size).tobytes()
        script = give(lab, LEVELS[1:2])

        def fill_first(emulator: Emulator) -> None:
            script(emulator)
            emulator.write(first, record)

        after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], fill_first)
        levels = [
            after.u8(record + LEVEL) if is_record(after, record, engine) else 0
            for record in (first, first + size)
        ]
        return self.single(held=levels == list(LEVELS[:2]), yes="it did", no="it went elsewhere")


class PlayerParty(Locator):
    """The six records of the player's party."""

    symbol = "gPlayerParty"
    anywhere = True
    size = MON_SIZE * PARTY_SIZE
    requires = ("sGlobalScriptContext",)
    teaches = ("mon.size", "mon.encryption", "mon.checksum", "mon.order")
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
        """Every record that appears when the first mon is given, with the next one behind it."""
        before, after, *_ = _parties(lab)
        reason = "a record with a right checksum and the level of the first mon given"
        found = []
        for address, form in find_any_records(after, LEVELS[0], SPECIES):
            engine = with_traits(SHARED, form)
            if not _is_there(before, address, form):
                for stride in _strides(lab, address, form):
                    had = _records_before(before, address, form, stride)
                    base = address + -stride * had
                    if before.holds(base, stride * PARTY_SIZE):
                        fields = {"had": had, "size": stride * PARTY_SIZE}
                        traits = {
                            "mon.size": f"0x{stride:X}",
                            "mon.encryption": engine.mon_encryption,
                            "mon.checksum": engine.mon_checksum,
                            "mon.order": engine.mon_order,
                        }
                        found.append(Candidate(base, reason, fields, traits))
        return found


def _is_there(snapshot: Snapshot, address: int, form: Mapping[str, str]) -> bool:
    return is_record(snapshot, address, with_traits(SHARED, form))


def _strides(lab: Lab, address: Address, form: Mapping[str, str]) -> Iterator[int]:
    """Distances at which the second mon given follows the first; the retail one if none does."""
    second = _parties(lab)[2]
    found = [
        stride
        for stride in STRIDES
        if second.holds(address + stride, MON_SIZE)
        and second.u8(address + stride + LEVEL) == LEVELS[1]
        and _is_there(second, address + stride, form)
    ]
    yield from found or STRIDES[:1]


def _records_before(snapshot: Snapshot, address: int, form: Mapping[str, str], stride: int) -> int:
    """How many records are directly before an address."""
    had = 0
    while had < PARTY_SIZE - 1:
        previous = address - stride * (had + 1)
        if not snapshot.holds(previous, MON_SIZE) or not _is_there(snapshot, previous, form):
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
