"""Metatile behaviours: what a number means to somebody who walks.

Numbers are those of ``include/constants/metatile_behaviors.h``, and what they do follows
``src/metatile_behavior.c`` and ``src/field_control_avatar.c``, of ``pret/pokefirered``,
``pret/pokeemerald`` and ``pret/pokeruby``: Ruby, Sapphire and Emerald number many of them otherwise,
so each family has a table of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gbatool.engine.directions import Facing


class Kind(str, Enum):
    """What a tile does to somebody who walks; ``plain`` does nothing.

    ``cracked_ice`` breaks under whoever steps on it and drops them, cracked floors as well; a
    ``rail`` lets nobody pass but an Acro bike.
    """

    PLAIN = "plain"
    TALL_GRASS = "tall_grass"
    CAVE = "cave"
    NO_RUNNING = "no_running"
    WATER = "water"
    FAST_WATER = "fast_water"
    WATERFALL = "waterfall"
    CURRENT = "current"
    SHALLOW_WATER = "shallow_water"
    STRENGTH_BUTTON = "strength_button"
    ICE = "ice"
    THIN_ICE = "thin_ice"
    CRACKED_ICE = "cracked_ice"
    ROCK_STAIRS = "rock_stairs"
    ONE_WAY = "one_way"
    LEDGE = "ledge"
    FORCED_WALK = "forced_walk"
    SLIDE = "slide"
    TRICK_FLOOR = "trick_floor"
    SPINNER = "spinner"
    SPIN_STOP = "spin_stop"
    CAVE_MOUTH = "cave_mouth"
    LADDER = "ladder"
    ARROW_MAT = "arrow_mat"
    HOLE = "hole"
    WARP_PAD = "warp_pad"
    DOOR = "door"
    ESCALATOR = "escalator"
    STAIRS = "stairs"
    UNION_ROOM = "union_room"
    COUNTER = "counter"
    PC = "pc"
    SIGN = "sign"
    FURNITURE = "furniture"
    SLOPE = "slope"
    BRIDGE = "bridge"
    RAIL = "rail"


@dataclass(frozen=True, slots=True)
class Behavior:
    """One behaviour number.

    Attributes:
        number: Value of the attribute's behaviour bits.
        name: Short name in snake case.
        kind: What planners and people need to know.
        directions: Edges it closes (``one_way``), the way it jumps, carries or is entered;
            empty where no direction matters.
    """

    number: int
    name: str
    kind: Kind
    directions: tuple[Facing, ...] = ()

    def points(self, facing: Facing) -> bool:
        """Whether ``facing`` is (one of) its direction(s)."""
        return facing in self.directions


_EWNS = (Facing.EAST, Facing.WEST, Facing.NORTH, Facing.SOUTH)


def _four(first: int, name: str, kind: Kind) -> list[Behavior]:
    """Four numbers in the engine's usual order: east, west, north, south."""
    return [
        Behavior(first + i, f"{name}_{facing.value}", kind, (facing,))
        for i, facing in enumerate(_EWNS)
    ]


_N, _S, _W, _E = Facing.NORTH, Facing.SOUTH, Facing.WEST, Facing.EAST

_FRLG = [
    Behavior(0x00, "normal", Kind.PLAIN),
    Behavior(0x02, "tall_grass", Kind.TALL_GRASS),
    Behavior(0x08, "cave", Kind.CAVE),
    Behavior(0x0A, "no_running", Kind.NO_RUNNING),
    Behavior(0x0B, "indoor_encounter", Kind.CAVE),
    Behavior(0x0C, "mountain", Kind.CAVE),
    Behavior(0x10, "pond", Kind.WATER),
    Behavior(0x11, "fast_water", Kind.FAST_WATER),
    Behavior(0x12, "deep_water", Kind.WATER),
    Behavior(0x13, "waterfall", Kind.WATERFALL, (_S,)),
    Behavior(0x15, "ocean", Kind.WATER),
    Behavior(0x16, "puddle", Kind.SHALLOW_WATER),
    Behavior(0x17, "shallow_water", Kind.SHALLOW_WATER),
    Behavior(0x19, "underwater_block", Kind.PLAIN),
    Behavior(0x1A, "unused_water", Kind.WATER),
    Behavior(0x1B, "cycling_road_water", Kind.WATER),
    Behavior(0x20, "strength_button", Kind.STRENGTH_BUTTON),
    Behavior(0x21, "sand", Kind.PLAIN),
    Behavior(0x22, "seaweed", Kind.PLAIN),
    Behavior(0x23, "ice", Kind.ICE),
    Behavior(0x26, "thin_ice", Kind.THIN_ICE),
    Behavior(0x27, "cracked_ice", Kind.CRACKED_ICE),
    Behavior(0x28, "hot_spring", Kind.SHALLOW_WATER),
    Behavior(0x2A, "rock_stairs", Kind.ROCK_STAIRS),
    Behavior(0x2B, "sand_cave", Kind.CAVE),
    *_four(0x30, "impassable", Kind.ONE_WAY),
    Behavior(0x34, "impassable_north_east", Kind.ONE_WAY, (_N, _E)),
    Behavior(0x35, "impassable_north_west", Kind.ONE_WAY, (_N, _W)),
    Behavior(0x36, "impassable_south_east", Kind.ONE_WAY, (_S, _E)),
    Behavior(0x37, "impassable_south_west", Kind.ONE_WAY, (_S, _W)),
    *_four(0x38, "jump", Kind.LEDGE),
    *_four(0x40, "walk", Kind.FORCED_WALK),
    *_four(0x44, "slide", Kind.SLIDE),
    Behavior(0x48, "trick_floor", Kind.TRICK_FLOOR),
    *_four(0x50, "current", Kind.CURRENT),
    *_four(0x54, "spin", Kind.SPINNER),
    Behavior(0x58, "stop_spinning", Kind.SPIN_STOP),
    Behavior(0x60, "cave_mouth", Kind.CAVE_MOUTH),
    Behavior(0x61, "ladder", Kind.LADDER),
    *_four(0x62, "arrow_mat", Kind.ARROW_MAT),
    Behavior(0x66, "hole", Kind.HOLE),
    Behavior(0x67, "warp_pad", Kind.WARP_PAD),
    Behavior(0x68, "lavaridge_pit", Kind.HOLE),
    Behavior(0x69, "door", Kind.DOOR, (_N,)),
    Behavior(0x6A, "escalator_up", Kind.ESCALATOR),
    Behavior(0x6B, "escalator_down", Kind.ESCALATOR),
    Behavior(0x6C, "stairs_up_east", Kind.STAIRS, (_E,)),
    Behavior(0x6D, "stairs_up_west", Kind.STAIRS, (_W,)),
    Behavior(0x6E, "stairs_down_east", Kind.STAIRS, (_E,)),
    Behavior(0x6F, "stairs_down_west", Kind.STAIRS, (_W,)),
    Behavior(0x71, "union_room", Kind.UNION_ROOM),
    Behavior(0x80, "counter", Kind.COUNTER),
    Behavior(0x81, "bookshelf", Kind.FURNITURE),
    Behavior(0x82, "mart_shelf", Kind.FURNITURE),
    Behavior(0x83, "pc", Kind.PC),
    Behavior(0x84, "signpost", Kind.SIGN),
    Behavior(0x85, "region_map", Kind.FURNITURE),
    Behavior(0x86, "television", Kind.FURNITURE),
    Behavior(0x87, "center_sign", Kind.SIGN),
    Behavior(0x88, "mart_sign", Kind.SIGN),
    Behavior(0x89, "cabinet", Kind.FURNITURE),
    Behavior(0x8A, "kitchen", Kind.FURNITURE),
    Behavior(0x8B, "dresser", Kind.FURNITURE),
    Behavior(0x8C, "snacks", Kind.FURNITURE),
    *(Behavior(number, f"furniture_{number:02x}", Kind.FURNITURE) for number in (0x8D, 0x8E, 0x8F)),
    Behavior(0x90, "food", Kind.FURNITURE),
    Behavior(0x91, "plateau_sign_1", Kind.SIGN),
    Behavior(0x92, "plateau_sign_2", Kind.SIGN),
    *(Behavior(number, f"scenery_{number:02x}", Kind.FURNITURE) for number in range(0x93, 0xA4)),
    Behavior(0xD0, "slope", Kind.SLOPE, (_S,)),
    Behavior(0xD1, "slope_stop", Kind.SLOPE, (_S,)),
]

_EVERYWHERE = frozenset(
    [
        *(0x00, 0x02, 0x08, 0x0A, 0x0B, 0x0C, 0x10, 0x12, 0x13, 0x15, 0x16, 0x17, 0x21),
        *(0x26, 0x27, 0x28, *range(0x30, 0x3C), *range(0x40, 0x49), *range(0x50, 0x54)),
        *(0x60, 0x61, *range(0x62, 0x66), *range(0x68, 0x6C), 0x80, 0x83, 0x85, 0x86),
    ]
)
"""Numbers that mean the same in every family."""

_RS = [
    *(behavior for behavior in _FRLG if behavior.number in _EVERYWHERE),
    Behavior(0x03, "long_grass", Kind.TALL_GRASS),
    Behavior(0x06, "deep_sand", Kind.PLAIN),
    Behavior(0x07, "short_grass", Kind.PLAIN),
    Behavior(0x09, "long_grass_south_edge", Kind.TALL_GRASS),
    Behavior(0x0F, "mt_pyre_hole", Kind.HOLE),
    Behavior(0x11, "semi_deep_water", Kind.WATER),
    Behavior(0x14, "sootopolis_water", Kind.WATER),
    Behavior(0x19, "no_surfacing", Kind.WATER),
    Behavior(0x1B, "ship_stairs_north", Kind.ARROW_MAT, (_N,)),
    Behavior(0x1C, "shoal_cave_entrance_south", Kind.ARROW_MAT, (_S,)),
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
    Behavior(0x6D, "water_arrow_south", Kind.ARROW_MAT, (_S,)),
    Behavior(0x6E, "deep_south_warp", Kind.CAVE_MOUTH),
    Behavior(0x84, "battle_records", Kind.FURNITURE),
    Behavior(0x87, "block_feeder", Kind.FURNITURE),
    Behavior(0x89, "slot_machine", Kind.FURNITURE),
    Behavior(0x8A, "roulette", Kind.FURNITURE),
    Behavior(0x8E, "running_shoes_notice", Kind.FURNITURE),
    Behavior(0x8F, "questionnaire", Kind.FURNITURE),
    Behavior(0xB0, "secret_base_pc", Kind.PC),
    Behavior(0xB1, "secret_base_register_pc", Kind.PC),
    Behavior(0xBE, "secret_base_breakable_door", Kind.ONE_WAY, (_W, _E)),
    Behavior(0xC0, "impassable_south_and_north", Kind.ONE_WAY, (_S, _N)),
    Behavior(0xC1, "impassable_west_and_east", Kind.ONE_WAY, (_W, _E)),
    Behavior(0xC5, "player_room_pc_on", Kind.PC),
    Behavior(0xD0, "muddy_slope", Kind.FORCED_WALK, (_S,)),
    Behavior(0xD1, "bumpy_slope", Kind.RAIL),
    Behavior(0xD2, "cracked_floor", Kind.CRACKED_ICE),
    Behavior(0xD3, "isolated_vertical_rail", Kind.RAIL, (_N, _S)),
    Behavior(0xD4, "isolated_horizontal_rail", Kind.RAIL, (_W, _E)),
    Behavior(0xD5, "vertical_rail", Kind.RAIL, (_N, _S)),
    Behavior(0xD6, "horizontal_rail", Kind.RAIL, (_W, _E)),
    Behavior(0xE0, "picture_book_shelf", Kind.FURNITURE),
    Behavior(0xE1, "hoenn_bookshelf", Kind.FURNITURE),
    Behavior(0xE2, "center_bookshelf", Kind.FURNITURE),
    Behavior(0xE3, "vase", Kind.FURNITURE),
    Behavior(0xE4, "trash_can", Kind.FURNITURE),
    Behavior(0xE5, "shop_shelf", Kind.FURNITURE),
    Behavior(0xE6, "blueprint", Kind.FURNITURE),
]
"""Ruby and Sapphire. What is not listed does nothing to somebody on foot. None of these games has a
spinner, a stair warp, or a sign that is read on contact: there a sign is a background event."""
_EMERALD = [
    *_RS,
    Behavior(0x0E, "mossdeep_warp", Kind.WARP_PAD),
    Behavior(0x70, "bridge_or_union_room", Kind.BRIDGE),
]
"""Emerald: two more that lead away on a completed step."""

BEHAVIORS: Mapping[str, Mapping[int, Behavior]] = {
    "frlg": {behavior.number: behavior for behavior in _FRLG},
    "emerald": {behavior.number: behavior for behavior in _EMERALD},
    "rs": {behavior.number: behavior for behavior in _RS},
}
"""Engine family -> behaviour number -> meaning."""

WATER_KINDS = frozenset({Kind.WATER, Kind.FAST_WATER, Kind.WATERFALL, Kind.CURRENT})
STEP_WARPS = frozenset(
    {
        Kind.CAVE_MOUTH,
        Kind.LADDER,
        Kind.HOLE,
        Kind.WARP_PAD,
        Kind.ESCALATOR,
        Kind.UNION_ROOM,
        Kind.BRIDGE,
    }
)
"""Kinds whose warp fires on completing the step onto them, where there is a warp event at all: the
Union Room of Emerald is left by a number that elsewhere is a bridge."""
PRESS_WARPS = frozenset({Kind.ARROW_MAT, Kind.STAIRS})
"""Kinds whose warp fires when their direction is pressed by somebody who stands on them."""


def behavior_of(engine: str, number: int) -> Behavior:
    """The meaning of a behaviour number; unlisted ones are ``plain``.

    >>> behavior_of("frlg", 0x3B).name
    'jump_south'
    """
    found = BEHAVIORS.get(engine, {}).get(number)
    return found or Behavior(number, f"behavior_{number:02x}", Kind.PLAIN)
