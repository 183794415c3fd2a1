"""Decode the bag: its pockets of item slots, and the items in the PC.

``gBagPockets`` says where the pockets are; where the profile does not have it, the family does.

Where the family has an encryption key, the bag's quantities are kept under its low half; those in
the PC are not. An empty slot between two items is the game's own doing and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from gbatool.decode.fields import Record, read_array, read_entry, read_record, read_u32
from gbatool.decode.names import Named, read_named_field
from gbatool.decode.save import check_fields, loaded_save_block
from gbatool.engine.layouts import entry_address, field_address, has_field
from gbatool.engine.save_layouts import ITEM_SLOT, KEY, MOST_OF_AN_ITEM, PC_ITEMS
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.profile import Profile

Part = TypeVar("Part")
PC, TABLE = "pc", "gBagPockets"


@dataclass(frozen=True, slots=True)
class ItemStack:
    """An item, how many, and in which slot of its pocket."""

    slot: int
    id: int
    name: str | None
    quantity: int


@dataclass(frozen=True, slots=True)
class Pocket:
    """A pocket: its id, how many slots it has, and what is in them."""

    id: str
    slots: int
    items: tuple[ItemStack, ...]


@dataclass(frozen=True, slots=True)
class Bag:
    """What the player has.

    Attributes:
        pockets: ``items``, ``key_items``, ``balls``, ``machines`` and ``berries``, in the order in
            which the engine keeps them; some engines have more.
        pc: The items left in the PC; None where it is not known how the engine keeps them.
        registered: What SELECT uses; None for nothing, and where it is not known.
        unavailable: Part that can't be read -> why.
    """

    pockets: tuple[Pocket, ...]
    pc: Pocket | None
    registered: Named | None
    unavailable: Mapping[str, str] = field(default_factory=dict)


def read_key(ram: Snapshot, profile: Profile) -> int:
    """The encryption key of this frame; 0 in families that have none.

    Raises:
        NotLoadedError: No game was begun or loaded yet.
        DecodeError: The pointer to the block can't be right.
        UnprovenSymbolError: The profile can't tell where the save blocks are.
    """
    layout = profile.family.save_block2
    if not has_field(layout, KEY):
        return 0
    block = loaded_save_block(ram, profile, 2)
    return read_u32(ram, "SaveBlock2.encryptionKey", field_address(block, layout, KEY))


def decode_bag(ram: Snapshot, profile: Profile) -> Bag:
    """Every pocket.

    Raises:
        NotLoadedError: No game was begun or loaded yet.
        DecodeError: A slot holds what is no item, or a quantity that can't be.
        UnprovenSymbolError: The profile can't tell where the save blocks are.
    """
    engine = profile.family
    block = loaded_save_block(ram, profile, 1)
    record = read_record(ram, "SaveBlock1", block, engine.save_block1)
    pockets = (
        _pockets_of_table(ram, profile)
        if profile.has(TABLE)
        else _pockets_of_block(ram, record, profile)
    )
    unavailable: dict[str, str] = {}

    def part(name: str, field: str, read: Callable[[], Part]) -> Part | None:
        try:
            check_fields(profile, 1, field)
        except UnprovenSymbolError as error:
            unavailable[name] = error.message
            return None
        return read()

    return Bag(
        pockets=pockets,
        pc=part(PC, PC_ITEMS, lambda: _slots_of_field(ram, profile, record, PC_ITEMS, 0, PC)),
        registered=part("registered", "registered_item", lambda: _registered(ram, profile, record)),
        unavailable=unavailable,
    )


def _registered(ram: Snapshot, profile: Profile, block: Record) -> Named | None:
    items, name = profile.structures.names.items, "registered_item"
    return read_named_field(ram, profile, items, block, name) if block[name] else None


def _pockets_of_table(ram: Snapshot, profile: Profile) -> tuple[Pocket, ...]:
    """The pockets that ``gBagPockets`` leads to."""
    profile.require("save_block1.money")  # which tells the key
    engine, key = profile.family, read_key(ram, profile) & 0xFFFF
    pockets = []
    for index, name in enumerate(engine.save.pockets):
        entry = read_entry(ram, profile, TABLE, index, engine.bag_pocket)
        slots = entry["capacity"]
        start = entry.pointer(
            ram,
            "slots",
            size=slots * ITEM_SLOT.itemsize,
            regions=RAM_REGIONS,
            align=2,
            called="itemSlots",
        )
        pockets.append(_pocket(ram, profile, Slots(name, f"SaveBlock1.{name}", start, slots), key))
    return tuple(pockets)


def _pockets_of_block(ram: Snapshot, block: Record, profile: Profile) -> tuple[Pocket, ...]:
    """The pockets that are fields of SaveBlock1."""
    profile.require(TABLE, "save_block1.money")
    names = profile.family.save.pockets
    check_fields(profile, 1, *names)
    key = read_key(ram, profile) & 0xFFFF
    return tuple(_slots_of_field(ram, profile, block, name, key, name) for name in names)


def _slots_of_field(
    ram: Snapshot, profile: Profile, block: Record, name: str, key: int, called: str
) -> Pocket:
    """The slots that a field of SaveBlock1 is."""
    where = Slots(called, f"SaveBlock1.{name}", block.at(name), len(block.array(name)))
    return _pocket(ram, profile, where, key)


@dataclass(frozen=True, slots=True)
class Slots:
    """Where the slots of a pocket are: its id, what errors call it, its start, and how many."""

    id: str
    field: str
    start: Address
    count: int


def _pocket(ram: Snapshot, profile: Profile, where: Slots, key: int) -> Pocket:
    """What is in a pocket."""
    items, layout = [], ITEM_SLOT
    for index, values in enumerate(read_array(ram, where.field, where.start, layout, where.count)):
        if not values["item_id"]:
            continue
        at = entry_address(where.start, layout, index)
        slot = Record(f"{where.field}[{index}]", at, layout, values)
        item = read_named_field(ram, profile, profile.structures.names.items, slot, "item_id")
        quantity = slot.check_value("quantity", slot["quantity"] ^ key, 1, MOST_OF_AN_ITEM)
        items.append(ItemStack(index, item.id, item.name, quantity))
    return Pocket(where.id, where.count, tuple(items))
