"""Where each engine family keeps money, badges, items and options in its save blocks.

Plain offsets, so that the families' differences can be read side by side. Sources:
``include/global.h`` and ``include/constants/flags.h`` of ``pret/pokefirered``, ``pret/pokeemerald``
and ``pret/pokeruby``; sizes and offsets were confirmed with the retail compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gbatool.engine.layouts import SAVE_LOCATION, struct

ITEM_SLOT_SIZE = 4
"""An item slot: the item's id, then its quantity, half-words both."""
MOST_OF_AN_ITEM = 999
MOST_MONEY, MOST_COINS = 999999, 9999
BADGES = 8

NAME, NAME_SIZE, GENDER, TRAINER_ID = 0, 8, 8, 0xA
PLAY_TIME, BUTTON_MODE, OPTIONS = 0xE, 0x13, 0x14
"""Offsets in SaveBlock2, the same in every family."""
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
    0x18,
    name=(NAME, f"{NAME_SIZE}u1"),
    gender=(GENDER, "u1"),
    hours=(PLAY_TIME, "<u2"),
    minutes=(PLAY_TIME + 2, "u1"),
    seconds=(PLAY_TIME + 3, "u1"),
    frames=(PLAY_TIME + 4, "u1"),
    options=(OPTIONS, "<u2"),
)
"""What every family's SaveBlock2 begins with; the text speed is in the low bits of the options."""
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


@dataclass(frozen=True, slots=True)
class SaveLayout:
    """One family's save blocks.

    Attributes:
        sizes: Save block's number -> its bytes.
        money: Offset in SaveBlock1 of the money; the coins stand behind it, then the registered
            item.
        pockets: The bag, in the order of the family's own pockets.
        pc: The items in the PC, whose quantities are never encrypted.
        key: Offset in SaveBlock2 of the encryption key; None where nothing is encrypted.
        flags: Offset in SaveBlock1 of the flags.
        first_badge: Number of the first badge's flag; the others follow.
        button_modes: Names by value.
        window_frames: How many frames windows can have.
    """

    sizes: Mapping[int, int]
    money: int
    pockets: tuple[PocketLayout, ...]
    pc: PocketLayout
    key: int | None
    flags: int
    first_badge: int
    button_modes: tuple[str, ...]
    window_frames: int
