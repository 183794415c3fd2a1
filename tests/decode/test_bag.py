"""The bag: encrypted quantities, plain ones in the PC, and impossible slots."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.bag import ItemStack, Pocket, decode_bag
from gbatool.decode.names import Named
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Address
from gbatool.profile import Status, Symbol
from tests.decode.records import BALLS, ITEMS, KEY, PC, SAVE1, SAVE2, bag_world
from tests.decode.world import ADDRESSES, PROFILE, profile_without


def test_reads_quantities_under_the_key_and_leaves_gaps_out() -> None:
    bag = decode_bag(bag_world().build(), PROFILE)
    items, _, balls, *_ = bag.pockets
    stacks = (ItemStack(0, 13, "TONIC", 3), ItemStack(2, 4, "NET", 999))
    assert items == Pocket("items", 42, stacks)
    assert balls == Pocket("balls", 13, (ItemStack(0, 4, "NET", 12),))
    assert bag.pc == Pocket("pc", 30, (ItemStack(0, 13, "TONIC", 1),))
    assert bag.registered == Named(13, "TONIC")


def test_the_pockets_have_stable_names() -> None:
    pockets = decode_bag(bag_world().build(), PROFILE).pockets
    names = ["items", "key_items", "balls", "machines", "berries"]
    assert [pocket.id for pocket in pockets] == names


@pytest.mark.parametrize(
    ("offset", "value", "says"),
    [
        (ITEMS, 377, r"SaveBlock1\.items\[0\]\.itemId at .* is 377; expected 0 to 376"),
        (ITEMS + 2, KEY & 0xFFFF, r"items\[0\]\.quantity at .* is 0; expected 1 to 999"),
        (BALLS + 2, 1000 ^ KEY & 0xFFFF, r"balls\[0\]\.quantity at .* is 1000"),
        (PC + 2, 0, r"pc_items\[0\]\.quantity"),
        (0x296, 500, r"SaveBlock1\.registeredItem"),
    ],
)
def test_refuses_what_no_slot_can_hold(offset: int, value: int, says: str) -> None:
    world = bag_world()
    world.ram.put(SAVE1 + offset, "H", value)
    with pytest.raises(DecodeError, match=says):
        decode_bag(world.build(), PROFILE)


def test_before_a_game_is_begun_there_is_no_bag_to_read() -> None:
    world = bag_world()
    world.ram.write(SAVE2, bytes(8))
    with pytest.raises(NotLoadedError, match=r"SaveBlock2\.playerName"):
        decode_bag(world.build(), PROFILE)
    world.put("gSaveBlock2Ptr", 0, "I", 0)
    with pytest.raises(NotLoadedError, match="gSaveBlock2Ptr"):
        decode_bag(world.build(), PROFILE)


def test_save_blocks_that_are_being_moved_are_not_read() -> None:
    with pytest.raises(NotLoadedError, match=r"gMain\.intrCheck"):
        decode_bag(bag_world().put("gMain", 0x1C, "H", 1).build(), PROFILE)


@pytest.mark.parametrize("missing", ["gSaveBlock1Ptr", "gSaveBlock2Ptr"])
def test_an_unproven_block_is_refused(missing: str) -> None:
    with pytest.raises(UnprovenSymbolError, match=missing):
        decode_bag(bag_world().build(), profile_without(missing))


def test_ruby_has_fixed_blocks_and_no_key() -> None:
    ruby = dataclasses.replace(PROFILE, engine="rs")
    world = bag_world()
    block = ADDRESSES["gSaveBlock1"]
    world.ram.write(block, bytes(0x3AC0))
    world.ram.put(block + 0x600, "2H", 4, 12).put(block + 0x5B0 + 4, "2H", 13, 1)
    bag = decode_bag(world.build(), ruby)
    found = {pocket.id: pocket.items for pocket in bag.pockets if pocket.items}
    assert found == {
        "balls": (ItemStack(0, 4, "NET", 12),),
        "key_items": (ItemStack(1, 13, "TONIC", 1),),
    }


def test_emerald_keeps_its_key_and_its_pockets_elsewhere() -> None:
    emerald = dataclasses.replace(PROFILE, engine="emerald")
    world = bag_world()
    world.ram.put(SAVE2 + 0xAC, "I", 0x00010077)
    world.ram.write(SAVE1 + 0x400, bytes(0x600))
    world.ram.put(SAVE1 + 0x790, "2H", 13, 7 ^ 0x77)
    bag = decode_bag(world.build(), emerald)
    assert bag.pockets[3] == Pocket("berries", 46, (ItemStack(0, 13, "TONIC", 7),))


def test_a_table_of_known_size_bounds_the_ids() -> None:
    small = Symbol("gItems", Address(ADDRESSES["gItems"]), 10 * 44, Status.VERIFIED)
    profile = dataclasses.replace(PROFILE, symbols={**PROFILE.symbols, "gItems": small})
    with pytest.raises(DecodeError, match="is 13; expected 0 to 9"):
        decode_bag(bag_world().build(), profile)
