"""Where each engine family keeps money, badges, items and options in its save blocks.

Plain offsets, so that the families' differences can be read side by side. Sources:
``include/global.h`` and ``include/constants/flags.h`` of ``pret/pokefirered``, ``pret/pokeemerald``
and ``pret/pokeruby``; sizes and offsets were confirmed with the retail compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ITEM_SLOT_SIZE = 4
"""An item slot: the item's id, then its quantity, half-words both."""
MOST_OF_AN_ITEM = 999
MOST_MONEY, MOST_COINS = 999999, 9999
BADGES = 8

NAME, NAME_SIZE, GENDER, TRAINER_ID = 0, 8, 8, 0xA
PLAY_TIME, BUTTON_MODE, OPTIONS = 0xE, 0x13, 0x14
"""Offsets in SaveBlock2, the same in every family."""
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


FRLG_SAVE = SaveLayout(
    sizes={1: 0x3D68, 2: 0xF24},
    money=0x290,
    pockets=(
        PocketLayout("items", 0x310, 42),
        PocketLayout("key_items", 0x3B8, 30),
        PocketLayout("balls", 0x430, 13),
        PocketLayout("machines", 0x464, 58),
        PocketLayout("berries", 0x54C, 43),
    ),
    pc=PocketLayout("pc", 0x298, 30),
    key=0xF20,
    flags=0xEE0,
    first_badge=0x820,
    button_modes=("help", "lr", "l_equals_a"),
    window_frames=10,
)
EMERALD_SAVE = SaveLayout(
    sizes={1: 0x3D88, 2: 0xF2C},
    money=0x490,
    pockets=(
        PocketLayout("items", 0x560, 30),
        PocketLayout("balls", 0x650, 16),
        PocketLayout("machines", 0x690, 64),
        PocketLayout("berries", 0x790, 46),
        PocketLayout("key_items", 0x5D8, 30),
    ),
    pc=PocketLayout("pc", 0x498, 50),
    key=0xAC,
    flags=0x1270,
    first_badge=0x867,
    button_modes=("normal", "lr", "l_equals_a"),
    window_frames=20,
)
RS_SAVE = SaveLayout(
    sizes={1: 0x3AC0, 2: 0x890},
    money=0x490,
    pockets=(
        PocketLayout("items", 0x560, 20),
        PocketLayout("balls", 0x600, 16),
        PocketLayout("machines", 0x640, 64),
        PocketLayout("berries", 0x740, 46),
        PocketLayout("key_items", 0x5B0, 20),
    ),
    pc=PocketLayout("pc", 0x498, 50),
    key=None,
    flags=0x1220,
    first_badge=0x807,
    button_modes=("normal", "lr", "l_equals_a"),
    window_frames=20,
)
