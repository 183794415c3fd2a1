"""What save blocks hold: money, badges, items, options, the place where the player is.

Sources: ``include/global.h`` and ``include/constants/flags.h`` of ``pret/pokefirered``, ``pret/pokeemerald``
and ``pret/pokeruby``; sizes and offsets were confirmed with the retail compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gbatool.engine.layouts import SAVE_LOCATION, Dtype, struct

ITEM_SLOT = struct(4, item_id=(0, "<u2"), quantity=(2, "<u2"))
WALLET = struct(8, money=(0, "<u4"), coins=(4, "<u2"), registered_item=(6, "<u2"))
"""A part of SaveBlock1."""
SAVE_BLOCK1 = struct(
    0x34,
    x=(0, "<i2"),
    y=(2, "<i2"),
    map_group=(SAVE_LOCATION, "i1"),
    map_num=(SAVE_LOCATION + 1, "i1"),
    layout_id=(0x32, "<u2"),
)
"""What every family's SaveBlock1 begins with: map-local position, loaded map, its layout's id."""
SAVE_BLOCK2 = struct(
    0x16,
    player_name=(0, "8u1"),
    player_gender=(8, "u1"),
    player_trainer_id=(0xA, "<u4"),
    play_time_hours=(0xE, "<u2"),
    play_time_minutes=(0x10, "u1"),
    play_time_seconds=(0x11, "u1"),
    play_time_v_blanks=(0x12, "u1"),
    options_button_mode=(0x13, "u1"),
    options=(0x14, "<u2"),
)
"""What every family's SaveBlock2 begins with; the text speed is in the low bits of the options."""
MOST_OF_AN_ITEM = 999
MOST_MONEY, MOST_COINS = 999999, 9999
BADGES = 8
MOST_HOURS, MINUTES, SECONDS, FRAMES = 999, 60, 60, 60

GENDERS = ("male", "female")
TEXT_SPEEDS = ("slow", "mid", "fast")
BATTLE_STYLES = ("shift", "set")
SOUNDS = ("mono", "stereo")


@dataclass(frozen=True, slots=True)
class PocketLayout:
    """A run of item slots in SaveBlock1.

    Attributes:
        name: Stable id of the pocket.
        offset: First slot, from the block's start.
        slots: How many there are.
    """

    name: str
    offset: int
    slots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveLayout:
    """The save blocks of an engine; offsets are counted from the start of a block.

    Attributes:
        sizes: Save block's number -> its bytes.
        location: Offset in SaveBlock1 of the map that the player is on.
        dynamic_warp: Offset in SaveBlock1 of where dynamic warps lead.
        money: Offset in SaveBlock1 of the part that ``wallet`` describes.
        wallet: Money, coins and the registered item.
        item_slot: A slot of a pocket.
        pockets: The bag, in the order of the family's own pockets.
        pc: The items in the PC, whose quantities are never encrypted.
        flags: Offset in SaveBlock1 of the flags.
        first_badge: Number of the first badge's flag; the others follow.
        trainer: The part of SaveBlock2 that tells who plays, from its start on.
        key: Offset in SaveBlock2 of the encryption key; None where nothing is encrypted.
        button_modes: Names by value.
        window_frames: How many frames windows can have.
    """

    sizes: Mapping[int, int]
    location: int = 4
    dynamic_warp: int = 0x14
    money: int
    wallet: Dtype = WALLET
    item_slot: Dtype = ITEM_SLOT
    pockets: tuple[PocketLayout, ...]
    pc: PocketLayout
    flags: int
    first_badge: int
    trainer: Dtype = SAVE_BLOCK2
    key: int | None
    button_modes: tuple[str, ...]
    window_frames: int
