"""gBagPockets: for each pocket of the bag, a pointer to its slots and how many there are.

A script puts an item into the bag. It appears in a slot that an entry of the table leads to, and with
that entry's pointer turned to unused RAM the next one appears there. Items of all kinds show which
entries there are, and a ball shows the order of the pockets. How many slots a pocket has is a byte;
Complete FireRed Upgrade has a half-word, and releases of the expansion from 1.13 on keep it in ten
bits of one, with the pocket's number above.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

import numpy as np
import numpy.typing as npt

from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import number_of, offset_of
from gbatool.engine.save_layouts import BAG_POCKET, ROGUE_POCKETS
from gbatool.engine.traits import POCKETS, with_traits
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, literals
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import add_item
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import write16, write32
from gbatool.scan.lab.save_data import after_scripts, key_of, then
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

BALL, QUANTITIES = 3, (3, 9)
"""The first four items are balls in every engine, though not in the same order."""
ENTRY, SLOT = BAG_POCKET.itemsize, 4
CAPACITY_AT = offset_of(BAG_POCKET, "capacity")
CAPACITY = "bag_pocket.capacity"
FORMS = ("u8@0x4", "u16@0x4", "u16@0x4[0..9]")
MOST_SLOTS = 0x3FF
ORDERS: Mapping[tuple[int, int], tuple[str, ...]] = {
    (len(order), order.index("balls")): order
    for order in (*(engine.save.pockets for engine in ENGINES.values()), ROGUE_POCKETS)
}
"""Number of pockets and place of the balls' -> the pockets."""
ITEMS, BATCH = range(1, 900, 3), 40
ABOVE_A_BYTE, ABOVE_TEN_BITS = 0x100, 0x400


def _landed(before: Snapshot, after: Snapshot, start: int, slots: int) -> list[int]:
    """Numbers of the slots of a pocket that changed."""
    was, now = (one.array(start, np.dtype("<u4"), slots) for one in (before, after))
    found: list[int] = np.flatnonzero(was != now).tolist()
    return found


class TurnPocket(Probe):
    """With the pocket turned to unused RAM, the next item goes there."""

    name = "poke-pocket"
    stage = stages.WAITING
    predicted = "with the pocket turned to unused RAM, an item goes there"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn the pocket of the balls, and give one."""
        entry = candidate.address + ENTRY * candidate.fields["balls"]
        room = unused_ewram([lab.snapshot(WAITING), *_given(lab)], SLOT * (MOST_SLOTS + 1))
        (plain, *_), before = _given(lab), lab.snapshot(WAITING)
        after = then(lab, add_item(BALL), write32(entry, room))
        start = before.u32(entry)
        there = after.u16(room) == BALL
        slots = before.u16(entry + CAPACITY_AT) & MOST_SLOTS
        left = not _landed(before, after, start, slots) and plain.u16(room) == 0
        return self.single(held=there and left, yes="it did", no="it went elsewhere")


class PocketsOfItems(Probe):
    """Items of all kinds go into pockets of the table, the first and the last among them."""

    name = "key-pockets"
    kind = "key"
    stage = stages.WAITING
    predicted = (
        "items of all kinds go into the first and the last pocket, and into none beside them"
    )

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Give items with many numbers, and look into which entries they go."""
        before = lab.snapshot(WAITING)
        first = candidate.address - ENTRY * candidate.fields["before"]
        entries = candidate.fields["entries"]
        used = {
            index - candidate.fields["before"]
            for after in _given_items(lab)
            for index in range(entries)
            if _goes_into(before, after, first + ENTRY * index)
        }
        last = candidate.fields["size"] // ENTRY - 1
        went = ", ".join(map(str, sorted(used)))
        held = bool(used) and (min(used), max(used)) == (0, last)
        return ProbeFinding(self.predicted, f"they went into {went or 'none'}", int(held), 1)


def _goes_into(before: Snapshot, after: Snapshot, entry: int) -> bool:
    """Whether something changed in the slots of an entry."""
    start, slots = before.u32(entry), before.u16(entry + CAPACITY_AT) & MOST_SLOTS
    return before.holds(start, SLOT * slots) and bool(_landed(before, after, start, slots))


class CapacityInBits(Probe):
    """With a capacity whose low byte is 0, there is room only if more bits are read."""

    name = "poke-capacity"
    stage = stages.WAITING
    predicted = "a pocket has as much room as the bits of its capacity say"
    observed = "{} of {} capacities agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write 0 into ten bits, and set one that is not in the byte, and one above the ten."""
        entry = candidate.address + ENTRY * candidate.fields["balls"]
        before = lab.snapshot(WAITING)
        start, word = before.u32(entry), before.u16(entry + CAPACITY_AT)
        layout = with_traits(lab.structures, candidate.traits).bag_pocket
        trials = (word, 0, ABOVE_A_BYTE, ABOVE_TEN_BITS)
        held, slots = 0, word & MOST_SLOTS
        for value in trials:
            after = then(lab, add_item(BALL), write16(entry + CAPACITY_AT, value))
            room = number_of(layout, "capacity", value & (1 << 8 * layout["capacity"].itemsize) - 1)
            lands = bool(_landed(before, after, start, slots))
            held += lands == (room > 0)
        return self.tally(held, len(trials))


@measurement
def _given(lab: Lab) -> list[Snapshot]:
    """RAM after balls were given: none, and each of two quantities."""
    return after_scripts(lab, b"", *(add_item(BALL, quantity) for quantity in QUANTITIES))


@measurement
def _given_items(lab: Lab) -> list[Snapshot]:
    """RAM after items with many numbers were given, some at a time."""
    batches = (ITEMS[at : at + BATCH] for at in range(0, len(ITEMS), BATCH))
    return after_scripts(lab, *(b"".join(map(add_item, batch)) for batch in batches))


class BagPockets(Locator):
    """The table of the bag's pockets."""

    symbol = "gBagPockets"
    size = 0
    requires = ("sGlobalScriptContext", "save_block1.money")
    teaches = (CAPACITY, POCKETS)
    probes = (TurnPocket(), PocketsOfItems(), CapacityInBits())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="For each pocket of the bag, a pointer to its slots and how many there are.",
        rivals={
            "another pointer to the same slots": "poke-pocket",
            "an entry that is not the first one": "key-pockets",
            "a capacity of other bits": "poke-capacity",
        },
        references=(
            "pret/pokefirered: include/item.h, struct BagPocket",
            "rh-hideout/pokeemerald-expansion: include/item.h, struct BagPocket",
        ),
        limitations=(
            "The order of the pockets is that of a known engine with as many, and the balls there.",
            "Ruby and Sapphire have the table in the ROM, where no pocket can be turned.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Tables with an entry that leads to the slot in which balls appear."""
        slots = _slots_of_balls(lab)
        before = lab.snapshot(WAITING)
        reason = "an entry leads to the slot in which an item appears, and code names the table"
        found = []
        for entry in _entries_of(before, slots):
            first, behind = _extent(before, entry)
            for base in range(first, entry + 1, ENTRY):
                if not literals(before, base):
                    continue
                for end in range(entry + ENTRY, behind + 1, ENTRY):
                    key = (end - base) // ENTRY, (entry - base) // ENTRY
                    if key in ORDERS:
                        fields = {
                            "size": end - base,
                            "balls": key[1],
                            "before": (base - first) // ENTRY,
                            "entries": (behind - first) // ENTRY,
                        }
                        for form in FORMS:
                            traits = {CAPACITY: form, POCKETS: " ".join(ORDERS[key])}
                            found.append(Candidate(Address(base), reason, fields, traits))
        return found


def _slots_of_balls(lab: Lab) -> list[Address]:
    """Where balls appear, as many as were given."""
    nothing, *given = _given(lab)
    key = key_of(lab, nothing) & 0xFFFF
    found = []
    for region in RAM_REGIONS:
        was = _stacks(nothing.words(region), key)
        hits = np.ones(len(was), np.bool_)
        for quantity, after in zip(QUANTITIES, given, strict=True):
            words = after.words(region)
            hits &= (words & 0xFFFF == BALL) & (_stacks(words, key) - was == quantity)
        found += list(addresses(region, hits))
    return found


def _stacks(words: npt.NDArray[np.uint32], key: int) -> npt.NDArray[np.int64]:
    """How many balls each word, as a slot, has."""
    of_balls = words & 0xFFFF == BALL
    quantities = (words.astype(np.int64) >> 16) ^ key
    stacks: npt.NDArray[np.int64] = np.where(of_balls, quantities, 0)
    return stacks


def _entries_of(snapshot: Snapshot, slots: list[Address]) -> Iterator[Address]:
    """Every pair of words that leads to one of these slots."""
    for region in RAM_REGIONS:
        words = snapshot.words(region).astype(np.int64)
        pointers, capacities = words[:-1], words[1:] & MOST_SLOTS
        for slot in slots:
            hits = (pointers <= slot) & (slot < pointers + SLOT * capacities)
            hits &= (slot - pointers) % SLOT == 0
            yield from addresses(region, hits)


def _extent(snapshot: Snapshot, entry: int) -> tuple[int, int]:
    """The first of the entries that stand in a row with one, and the end of the last."""
    ends = []
    for step in (-ENTRY, ENTRY):
        places = (entry + step * i for i in count(1))
        ends.append(next(at for at in places if not _is_entry(snapshot, at)))
    return ends[0] + ENTRY, ends[1]


def _is_entry(snapshot: Snapshot, address: int) -> bool:
    """Whether an address could have an entry: a pointer to as many slots of RAM as it says."""
    if not snapshot.holds(address, ENTRY):
        return False
    start, slots = snapshot.u32(address), snapshot.u16(address + CAPACITY_AT) & MOST_SLOTS
    inside = any(region.holds(start, SLOT * slots) for region in RAM_REGIONS)
    return slots > 0 and start % 2 == 0 and inside and snapshot.u16(address + 6) == 0
