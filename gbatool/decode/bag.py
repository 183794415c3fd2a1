"""Decode the bag: five pockets of item slots in SaveBlock1, and the items in the PC.

Where the family has an encryption key, the bag's quantities are kept under its low half; those in
the PC are not. An empty slot between two items is the game's own doing and is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gbatool.decode.fields import Record, read_array, read_record, read_u32
from gbatool.decode.names import Named, read_named_field
from gbatool.decode.save import loaded_save_block
from gbatool.engine.layouts import entry_address, field_address
from gbatool.engine.save_layouts import ITEM_SLOT, KEY, MOST_OF_AN_ITEM, PC_ITEMS
from gbatool.memory import Snapshot
from gbatool.profile import Profile

PC = "pc"


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
            which the engine keeps them.
        pc: The items left in the PC.
        registered: What SELECT uses; None for nothing.
    """

    pockets: tuple[Pocket, ...]
    pc: Pocket
    registered: Named | None


def read_key(ram: Snapshot, profile: Profile) -> int:
    """The encryption key of this frame; 0 in families that have none.

    Raises:
        NotLoadedError: No game was begun or loaded yet.
        DecodeError: The pointer to the block can't be right.
        UnprovenSymbolError: The profile can't tell where the save blocks are.
    """
    layout = profile.family.save_block2
    if KEY not in (layout.names or ()):
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
    block, key = loaded_save_block(ram, profile, 1), read_key(ram, profile) & 0xFFFF
    record = read_record(ram, "SaveBlock1", block, engine.save_block1)
    items = engine.names.items
    pockets = tuple(_pocket(ram, profile, record, name, key) for name in engine.save.pockets)
    return Bag(
        pockets=pockets,
        pc=replace(_pocket(ram, profile, record, PC_ITEMS, 0), id=PC),
        registered=read_named_field(ram, profile, items, record, "registered_item")
        if record["registered_item"]
        else None,
    )


def _pocket(ram: Snapshot, profile: Profile, block: Record, name: str, key: int) -> Pocket:
    """The slots that a field of SaveBlock1 is."""
    field, start, layout = f"SaveBlock1.{name}", block.at(name), ITEM_SLOT
    slots, items = len(block.array(name)), []
    for index, values in enumerate(read_array(ram, field, start, layout, slots)):
        if not values["item_id"]:
            continue
        slot = Record(f"{field}[{index}]", entry_address(start, layout, index), layout, values)
        item = read_named_field(ram, profile, profile.structures.names.items, slot, "item_id")
        quantity = slot.check_value("quantity", slot["quantity"] ^ key, 1, MOST_OF_AN_ITEM)
        items.append(ItemStack(index, item.id, item.name, quantity))
    return Pocket(name, slots, tuple(items))
