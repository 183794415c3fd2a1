"""Items in the PC: ``save_block1.pc_items``.

A script puts an item there; its number and quantity appear as one word, not encrypted. The engine
fills the first free slot: with the words before it emptied that is the first slot of all, and with
words from there on filled the item goes behind them, as long as there is room.
"""

from __future__ import annotations

import numpy as np

from gbatool.engine.engine import UNKNOWN
from gbatool.engine.families import ENGINES
from gbatool.engine.traits import field_of, field_value, trait_value
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import add_pc_item
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.save_data import after_scripts, base_block, then, words_of
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.save.money import COINS, MONEY

PC_ITEMS, REGISTERED = "save_block1.pc_items", "save_block1.registered_item"
ITEMS, QUANTITY, OTHER = ((1, 4), (5, 6), (7, 8)), 7, 2
"""Items that are put there, in pairs: one that is there already gets no slot of its own. Another one
fills slots."""
ITEM = ITEMS[0][0]
MOST_SLOTS = 200
SLOT = 4
TRIED = (0, 1, 5)
"""Numbers of slots that are filled before an item is put there."""


def stack(item: int, quantity: int, key: int = 0) -> int:
    """A slot's word.

    Args:
        item: Its number.
        quantity: How many.
        key: What the quantity is encrypted with, a half-word.
    """
    return item | (quantity ^ key) << 16


def filled(start: int, slots: int, room: int, key: int = 0) -> Poke:
    """A poke that fills slots with another item, and empties those behind them."""
    words = [stack(OTHER, 1, key)] * slots + [0] * (room - slots)
    return Write(start, np.array(words, "<u4").tobytes())


class FillSlots(Probe):
    """The item goes into the first slot that is free, and nowhere if there is none."""

    name = "poke-slots"
    stage = stages.WAITING
    predicted = "an item goes behind the slots that were filled, and nowhere if all are"
    observed = "{} of {} did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Fill none, some, all but one, and all of the slots."""
        offset, form = field_of(candidate.traits[PC_ITEMS])
        # the word before is emptied, so that an item goes there if it is a slot, too
        start, count = base_block(lab) + offset, int(form.shape[0])
        held, trials = 0, (*TRIED, count - 1, count)
        for slots in trials:
            after = _with_slots(lab, start, slots, count + 1)
            lands = slots < count
            held += (after.u32(start + SLOT * slots) == stack(ITEM, QUANTITY)) == lands
        return self.tally(held, len(trials))


def _with_slots(lab: Lab, start: int, slots: int, room: int) -> Snapshot:
    """RAM after an item was put into the PC, with some slots filled before."""
    before = Write(start - SLOT, bytes(SLOT))
    return then(lab, add_pc_item(ITEM, QUANTITY), before, filled(start, slots, room))


class PcItems(Locator):
    """The items in the PC."""

    symbol = PC_ITEMS
    size = 0
    requires = ("sGlobalScriptContext", MONEY)
    prefers = (COINS,)
    teaches = (PC_ITEMS, REGISTERED)
    probes = (FillSlots(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the items in the PC are, and how many slots there are.",
        rivals={
            "a slot that is not the first one": "poke-slots",
            "an array of more or fewer slots": "poke-slots",
        },
        references=("pret/pokefirered: src/item.c, AddPCItem",),
        limitations=(
            "The registered item is taken to be where the base family has it if money, coins and PC"
            " are, too; elsewhere it is not known.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The first slot, and how many items find room from there on."""
        found = []
        slots = next((slots for slots in (_filled_by(lab, pair) for pair in ITEMS) if slots), [])
        for slot in slots:
            first = _first_slot(lab, slot)
            count = _slots(lab, first)
            if count > max(TRIED) + 1:
                traits = {PC_ITEMS: field_value("u32", first, count)}
                traits[REGISTERED] = _registered(lab, traits)
                reason = "items that a script puts into the PC appear there"
                found.append(Candidate(Address(first), reason, traits=traits))
        return found


def _filled_by(lab: Lab, items: tuple[int, int]) -> list[int]:
    """Offsets of words that become a slot with each of two items that a script puts into the PC."""
    codes = (add_pc_item(item, QUANTITY) for item in items)
    nothing, *given = (words_of(lab, ram) for ram in after_scripts(lab, b"", *codes))
    hits = nothing != given[0]
    for item, words in zip(items, given, strict=True):
        hits &= words == stack(item, QUANTITY)
    found: list[int] = (SLOT * np.flatnonzero(hits)).tolist()
    return found


def _first_slot(lab: Lab, offset: int) -> int:
    """Where an item goes with everything before a slot emptied."""
    emptied = min(offset, SLOT * MOST_SLOTS)
    start = base_block(lab) + offset - emptied
    after = then(lab, add_pc_item(ITEM, QUANTITY), Write(start, bytes(emptied + SLOT)))
    words = words_of(lab, after)[(offset - emptied) // SLOT : offset // SLOT + 1]
    where = np.flatnonzero(words == stack(ITEM, QUANTITY))
    return offset - emptied + SLOT * int(where[0]) if len(where) else offset


def _slots(lab: Lab, first: int) -> int:
    """How many slots can be filled, found by halving."""
    start = base_block(lab) + first
    fits, too_many = 0, MOST_SLOTS
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        after = _with_slots(lab, start, middle - 1, middle)
        if after.u32(start + SLOT * (middle - 1)) == stack(ITEM, QUANTITY):
            fits = middle
        else:
            too_many = middle
    return fits


def _registered(lab: Lab, traits: dict[str, str]) -> str:
    """Where the registered item is: as in the base family, if all around it is; else not known."""
    try:
        base = ENGINES[find_family(lab).name]
    except ProbeError:
        return UNKNOWN
    known = {**lab.traits, **traits}
    if all(known.get(name) == trait_value(base, name) for name in (MONEY, COINS)) and (
        field_of(traits[PC_ITEMS])[0] == field_of(trait_value(base, PC_ITEMS))[0]
    ):
        return trait_value(base, REGISTERED)
    return UNKNOWN
