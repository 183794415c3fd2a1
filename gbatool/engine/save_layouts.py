"""What save blocks hold: money, badges, items, options, the place where the player is.

Sources: ``include/global.h`` and ``include/constants/flags.h`` of ``pret/pokefirered``, ``pret/pokeemerald``
and ``pret/pokeruby``; sizes and offsets were confirmed with the retail compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gbatool.engine.layouts import Dtype, struct

ITEM_SLOT = struct(4, item_id=(0, "<u2"), quantity=(2, "<u2"))
BAG_POCKET = struct(8, slots=(0, "<u4"), capacity=(4, "u1"))
"""``struct BagPocket``: a pointer to the first slot, and how many slots there are."""
ROGUE_POCKETS = (
    *("items", "held_items", "medicine", "stones", "balls", "machines", "berries", "pokeblocks"),
    "key_items",
)
"""The bag of ``Pokabbie/pokeemerald-rogue``, ``include/constants/item.h``."""
PC_ITEMS = "pc_items"
KEY = "encryption_key"
"""Field of SaveBlock2 whose word encrypts money, coins and quantities; not every engine has one."""
VARS = 256
SAVE_BLOCK1_STARTS = {
    "x": (0, "<i2"),
    "y": (2, "<i2"),
    "location": (4, "8u1"),
    "dynamic_warp": (0x14, "8u1"),
    "layout_id": (0x32, "<u2"),
}
"""What every family's SaveBlock1 begins with: map-local position, the loaded map and where dynamic
warps lead (``WarpData``), its layout's id."""
SAVE_BLOCK2_STARTS = {
    "player_name": (0, "8u1"),
    "player_gender": (8, "u1"),
    "player_trainer_id": (0xA, "<u4"),
    "play_time_hours": (0xE, "<u2"),
    "play_time_minutes": (0x10, "u1"),
    "play_time_seconds": (0x11, "u1"),
    "play_time_v_blanks": (0x12, "u1"),
    "options_button_mode": (0x13, "u1"),
    "options": (0x14, "<u2"),
}
"""What every family's SaveBlock2 begins with; the text speed is in the low bits of the options."""
SAVE_BLOCK1, SAVE_BLOCK2 = struct(0x34, **SAVE_BLOCK1_STARTS), struct(0x16, **SAVE_BLOCK2_STARTS)


def save_block1(
    size: int,
    *,
    money: int,
    pockets: Mapping[str, tuple[int, int]],
    pc_items: tuple[int, int],
    templates: int,
    flags: int,
    variables: int,
) -> Dtype:
    """SaveBlock1 of a family; offsets are counted from its start.

    Args:
        size: Its bytes.
        money: Offset of the money; coins and the registered item follow it.
        pockets: Name of a pocket of the bag -> offset of its first slot, and how many slots it has.
        pc_items: Likewise for the items in the PC.
        templates: Offset of the live object templates.
        flags: Offset of the flags, which the variables follow.
        variables: Offset of the variables.
    """
    slots = {name: (at, f"{count}<u4") for name, (at, count) in pockets.items()}
    return struct(
        size,
        **SAVE_BLOCK1_STARTS,
        money=(money, "<u4"),
        coins=(money + 4, "<u2"),
        registered_item=(money + 6, "<u2"),
        **slots,
        pc_items=(pc_items[0], f"{pc_items[1]}<u4"),
        object_templates=(templates, "u1"),
        flags=(flags, f"{variables - flags}u1"),
        vars=(variables, f"{VARS}<u2"),
    )


def save_block2(size: int, *, key: int | None = None) -> Dtype:
    """SaveBlock2 of a family; ``key`` is the offset of its encryption key, None where it has none."""
    keys = {} if key is None else {KEY: (key, "<u4")}
    return struct(size, **SAVE_BLOCK2_STARTS, **keys)


PARTY_BEHIND_COUNT = 4
BOXES, BOX_SLOTS, BOX_MON_SIZE, BOX_NAME_SIZE = 14, 30, 0x50, 9
BOX_MONS_AT = 4
BOX_NAMES_AT = BOX_MONS_AT + BOXES * BOX_SLOTS * BOX_MON_SIZE
STORAGE_SIZE = BOX_NAMES_AT + BOXES * (BOX_NAME_SIZE + 1)
"""``struct PokemonStorage``: the open box, its mons, the boxes' names and a wallpaper each; the same in
every family. Source: ``include/pokemon_storage_system.h``."""
MOST_OF_AN_ITEM = 999
MOST_MONEY, MOST_COINS = 999999, 9999
BADGES = 8
MOST_HOURS, MINUTES, SECONDS, FRAMES = 999, 60, 60, 60

GENDERS = ("male", "female")
TEXT_SPEEDS = ("slow", "mid", "fast")
BATTLE_STYLES = ("shift", "set")
SOUNDS = ("mono", "stereo")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveLayout:
    """What the layouts of the save blocks don't say.

    Attributes:
        pockets: Fields of SaveBlock1 that are the pockets of the bag, in the family's own order; an
            engine with other pockets has no such fields.
        first_badge: Number of the first badge's flag; the others follow.
        button_modes: Names by value.
        window_frames: How many frames windows can have.
        party_count: Offset in SaveBlock1 of the saved party's count, which the party follows.
    """

    pockets: tuple[str, ...]
    first_badge: int
    button_modes: tuple[str, ...]
    window_frames: int
    party_count: int
