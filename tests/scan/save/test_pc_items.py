"""The PC's items: the first slot and the number of slots, and where the registered item can be told."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan.findings import Candidate
from tests.scan.save.model import Layout, check_probe, found, lab_of

PC, REGISTERED = "save_block1.pc_items", "save_block1.registered_item"
FIRST = ("save_block1.money", "save_block1.coins")


@pytest.mark.parametrize(
    ("layout", "items", "registered"),
    [
        (Layout(), "30*u32@0x298", "u16@0x296"),
        (Layout(pc=(0x71C, 30)), "30*u32@0x71C", "unknown"),
        (Layout(pc=(0x298, 50)), "50*u32@0x298", "u16@0x296"),
        (Layout(coins=(-1, 16)), "30*u32@0x298", "unknown"),
    ],
)
def test_slots_are_found_with_one_in_use(layout: Layout, items: str, registered: str) -> None:
    shown = found(lab_of(layout), *FIRST, PC)
    assert (shown[PC], shown[REGISTERED]) == (items, registered)


@pytest.mark.parametrize(
    ("rival", "value"),
    [
        ("a slot that is not the first one", "29*u32@0x29C"),
        ("an array of more or fewer slots", "29*u32@0x298"),
        ("an array of more or fewer slots", "31*u32@0x298"),
    ],
)
def test_other_arrays_are_refuted(rival: str, value: str) -> None:
    lab = lab_of()
    found(lab, *FIRST, PC)
    check_probe(lab, PC, rival, Candidate(Address(0), "another one", traits={PC: value}))
