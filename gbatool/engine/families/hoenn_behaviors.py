"""Numbers of metatile behaviours in Ruby, Sapphire and Emerald.

Source: ``include/constants/metatile_behaviors.h`` of ``pret/pokeruby`` and ``pret/pokeemerald``. None of
these games has a spinner, a stair warp, or a sign that is read on contact: there a sign is a background
event.
"""

from __future__ import annotations

from gbatool.engine.behaviors import Behavior, Kind
from gbatool.engine.directions import Facing
from gbatool.engine.families.kanto_behaviors import KANTO

_EVERYWHERE = frozenset(
    [
        *(0x00, 0x02, 0x08, 0x0A, 0x0B, 0x0C, 0x10, 0x12, 0x13, 0x15, 0x16, 0x17, 0x21),
        *(0x26, 0x27, 0x28, *range(0x30, 0x3C), *range(0x40, 0x49), *range(0x50, 0x54)),
        *(0x60, 0x61, *range(0x62, 0x66), *range(0x68, 0x6C), 0x80, 0x83, 0x85, 0x86),
    ]
)
"""Numbers that mean the same in every family."""

RUBY_SAPPHIRE = [
    *(behavior for behavior in KANTO if behavior.number in _EVERYWHERE),
    Behavior(0x03, "long_grass", Kind.TALL_GRASS),
    Behavior(0x06, "deep_sand", Kind.PLAIN),
    Behavior(0x07, "short_grass", Kind.PLAIN),
    Behavior(0x09, "long_grass_south_edge", Kind.TALL_GRASS),
    Behavior(0x0F, "mt_pyre_hole", Kind.HOLE),
    Behavior(0x11, "semi_deep_water", Kind.WATER),
    Behavior(0x14, "sootopolis_water", Kind.WATER),
    Behavior(0x19, "no_surfacing", Kind.WATER),
    Behavior(0x1B, "ship_stairs_north", Kind.ARROW_MAT, (Facing.NORTH,)),
    Behavior(0x1C, "shoal_cave_entrance_south", Kind.ARROW_MAT, (Facing.SOUTH,)),
    Behavior(0x20, "ice", Kind.ICE),
    Behavior(0x22, "seaweed", Kind.WATER),
    Behavior(0x24, "ash_grass", Kind.TALL_GRASS),
    Behavior(0x25, "footprints", Kind.PLAIN),
    Behavior(0x29, "lavaridge_basement_warp", Kind.HOLE),
    Behavior(0x2A, "seaweed_without_surfacing", Kind.WATER),
    Behavior(0x2B, "reflection_under_bridge", Kind.PLAIN),
    Behavior(0x66, "cracked_floor_hole", Kind.HOLE),
    Behavior(0x67, "aqua_hideout_pad", Kind.WARP_PAD),
    Behavior(0x6C, "water_door", Kind.CAVE_MOUTH),
    Behavior(0x6D, "water_arrow_south", Kind.ARROW_MAT, (Facing.SOUTH,)),
    Behavior(0x6E, "deep_south_warp", Kind.CAVE_MOUTH),
    Behavior(0x84, "battle_records", Kind.FURNITURE),
    Behavior(0x87, "block_feeder", Kind.FURNITURE),
    Behavior(0x89, "slot_machine", Kind.FURNITURE),
    Behavior(0x8A, "roulette", Kind.FURNITURE),
    Behavior(0x8E, "running_shoes_notice", Kind.FURNITURE),
    Behavior(0x8F, "questionnaire", Kind.FURNITURE),
    Behavior(0xB0, "secret_base_pc", Kind.PC),
    Behavior(0xB1, "secret_base_register_pc", Kind.PC),
    Behavior(0xBE, "secret_base_breakable_door", Kind.ONE_WAY, (Facing.WEST, Facing.EAST)),
    Behavior(0xC0, "impassable_south_and_north", Kind.ONE_WAY, (Facing.SOUTH, Facing.NORTH)),
    Behavior(0xC1, "impassable_west_and_east", Kind.ONE_WAY, (Facing.WEST, Facing.EAST)),
    Behavior(0xC5, "player_room_pc_on", Kind.PC),
    Behavior(0xD0, "muddy_slope", Kind.FORCED_WALK, (Facing.SOUTH,)),
    Behavior(0xD1, "bumpy_slope", Kind.RAIL),
    Behavior(0xD2, "cracked_floor", Kind.CRACKED_ICE),
    Behavior(0xD3, "isolated_vertical_rail", Kind.RAIL, (Facing.NORTH, Facing.SOUTH)),
    Behavior(0xD4, "isolated_horizontal_rail", Kind.RAIL, (Facing.WEST, Facing.EAST)),
    Behavior(0xD5, "vertical_rail", Kind.RAIL, (Facing.NORTH, Facing.SOUTH)),
    Behavior(0xD6, "horizontal_rail", Kind.RAIL, (Facing.WEST, Facing.EAST)),
    Behavior(0xE0, "picture_book_shelf", Kind.FURNITURE),
    Behavior(0xE1, "hoenn_bookshelf", Kind.FURNITURE),
    Behavior(0xE2, "center_bookshelf", Kind.FURNITURE),
    Behavior(0xE3, "vase", Kind.FURNITURE),
    Behavior(0xE4, "trash_can", Kind.FURNITURE),
    Behavior(0xE5, "shop_shelf", Kind.FURNITURE),
    Behavior(0xE6, "blueprint", Kind.FURNITURE),
]
"""What is not listed does nothing to a player on foot."""
EMERALD = [
    *RUBY_SAPPHIRE,
    Behavior(0x0E, "mossdeep_warp", Kind.WARP_PAD),
    Behavior(0x70, "bridge_or_union_room", Kind.BRIDGE),
]
"""Two more that lead away on a completed step."""
