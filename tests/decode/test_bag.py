"""The bag: encrypted quantities, plain ones in the PC, and impossible slots."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.bag import ItemStack, Pocket, decode_bag
from gbatool.decode.names import Named
from gbatool.engine.families import FRLG
from gbatool.engine.layouts import offset_of
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Address
from gbatool.profile import Profile, Status, Symbol
from tests.decode.records import BALLS, ITEMS, KEY, PC, SAVE1, SAVE2, bag_world
from tests.decode.world import ADDRESSES, PROFILE, World, profile_of, profile_without


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


TABLE, ELSEWHERE = 0x02030800, 0x02031000


def with_table(profile: Profile, size: int = 0) -> Profile:
    """The profile with a table of pockets."""
    table = Symbol("gBagPockets", Address(TABLE), size, Status.VERIFIED)
    return dataclasses.replace(profile, symbols={**profile.symbols, "gBagPockets": table})


def table_world(*pockets: tuple[int, int]) -> World:
    """A bag with a table of pockets, the family's by default."""
    world = bag_world()
    names = ("items", "key_items", "balls", "machines", "berries")
    layout = FRLG.save_block1
    own = [(SAVE1 + offset_of(layout, name), layout[name].shape[0]) for name in names]
    for index, (start, slots) in enumerate(pockets or own):
        world.ram.put(TABLE + 8 * index, "IH", start, slots)
    return world


def test_with_a_table_of_pockets_a_stock_bag_is_the_same() -> None:
    world = table_world()
    assert decode_bag(world.build(), with_table(PROFILE)) == decode_bag(world.build(), PROFILE)


def test_pockets_may_lie_outside_the_save_block_and_be_larger() -> None:
    world = table_world(*((ELSEWHERE + 0x800 * index, 450) for index in range(5)))
    world.ram.put(ELSEWHERE + 4 * 449, "2H", 13, 5 ^ KEY & 0xFFFF)
    profile = with_table(profile_of(bag_pocket__capacity="u16@0x4"))
    items, *others = decode_bag(world.build(), profile).pockets
    assert items == Pocket("items", 450, (ItemStack(449, 13, "TONIC", 5),))
    assert not any(pocket.items for pocket in others)


def test_the_number_of_a_pocket_above_its_capacity_is_left_out() -> None:
    world = table_world(*((ELSEWHERE + 0x100 * index, 20 | index << 10) for index in range(3)))
    traits = {"bag_pocket__capacity": "u16@0x4[0..9]", "bag__pockets": "items balls berries"}
    pockets = decode_bag(world.build(), with_table(profile_of(**traits))).pockets
    assert [(one.id, one.slots) for one in pockets] == [
        ("items", 20),
        ("balls", 20),
        ("berries", 20),
    ]


def test_a_table_that_leads_nowhere_is_refused() -> None:
    world = table_world((0x09000000, 42))
    with pytest.raises(DecodeError, match=r"gBagPockets\[0\]\.itemSlots at .* is 0x09000000"):
        decode_bag(world.build(), with_table(PROFILE))


@pytest.mark.parametrize("trait", ["gBagPockets", "save_block1.money"])
def test_without_the_table_or_the_key_the_bag_is_refused(trait: str) -> None:
    with pytest.raises(UnprovenSymbolError, match=trait):
        decode_bag(bag_world().build(), profile_of(trait))


def test_what_is_not_known_beside_the_pockets_is_left_out() -> None:
    profile = profile_of("save_block1.pc_items", save_block1__registered_item="none")
    bag = decode_bag(bag_world().build(), profile)
    assert (bag.pc, bag.registered) == (None, None)
    assert list(bag.unavailable) == ["pc", "registered"]
    assert bag.pockets[0].items
