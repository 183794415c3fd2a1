"""gBagPockets: the table, its order and the form of its capacities."""

from __future__ import annotations

import pytest

from gbatool.engine.save_layouts import ROGUE_POCKETS
from gbatool.memory import ROM, Address
from gbatool.scan import LOCATORS
from gbatool.scan.findings import Candidate
from tests.scan.save.model import POCKETS, Layout, check_probe, check_refuted, found, lab_of

TABLE, CAPACITY, ORDER, MONEY = (
    *("gBagPockets", "bag_pocket.capacity", "bag.pockets", "save_block1.money"),
)
OTHER = 0x02005000


@pytest.mark.parametrize(
    ("layout", "capacity"),
    [
        (Layout(), "u8@0x4"),
        (Layout(key=None), "u8@0x4"),
        (Layout(pockets=(450, 75, 50, 128, 75), capacity_mask=0xFFFF), "u16@0x4"),
        (Layout(capacity_mask=0x3FF, pocket_numbers=True), "u16@0x4[0..9]"),
    ],
)
def test_the_table_is_found_in_each_form(layout: Layout, capacity: str) -> None:
    lab = lab_of(layout)
    traits = found(lab, MONEY, TABLE)
    assert lab.address(TABLE) == POCKETS
    assert lab.known[TABLE].fields["size"] == 40
    assert traits[CAPACITY] == capacity
    assert traits[ORDER] == "items key_items balls machines berries"


def test_another_pointer_to_the_slots_is_refuted() -> None:
    layout = Layout(mirrors=[(POCKETS, OTHER, 40)])
    lab = lab_of(layout)
    with lab.at("overworld") as emulator:
        emulator.write(ROM.base + 0x400, OTHER.to_bytes(4, "little"))
        emulator.run()
        lab.keep("talk_waiting")
    found(lab, MONEY)
    proposed = LOCATORS[TABLE].scan(lab)
    assert {one.address for one in proposed} == {POCKETS, OTHER}
    impostor = next(one for one in proposed if one.address == OTHER)
    check_probe(lab, TABLE, "another pointer to the same slots", impostor)
    found(lab, TABLE)
    assert lab.address(TABLE) == POCKETS


def test_an_entry_that_is_not_the_first_is_refuted() -> None:
    lab = lab_of()
    found(lab, MONEY, TABLE)
    fields = {"size": 32, "balls": 1, "before": 1, "entries": 5}
    traits = dict(lab.known[TABLE].traits)
    second = Candidate(Address(POCKETS + 8), "an entry", fields, traits)
    check_probe(lab, TABLE, "an entry that is not the first one", second)


def test_a_capacity_of_other_bits_is_refuted() -> None:
    lab = lab_of()
    found(lab, MONEY)
    for form in ("u16@0x4", "u16@0x4[0..9]"):
        check_refuted(lab, TABLE, "a capacity of other bits", {CAPACITY: form})


def test_a_bag_of_an_unknown_order_is_not_proposed() -> None:
    lab = lab_of(Layout(pockets=(42, 30, 13, 58)))
    found(lab, MONEY)
    assert LOCATORS[TABLE].scan(lab) == []
    assert len(ROGUE_POCKETS) == 9
