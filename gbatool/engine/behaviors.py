"""Metatile behaviours: what a tile does to the player who walks.

What they do follows ``src/metatile_behavior.c`` and ``src/field_control_avatar.c`` of
``pret/pokefirered``, ``pret/pokeemerald`` and ``pret/pokeruby``. Ruby, Sapphire and Emerald number many
of them otherwise: the numbers stand with the families.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.engine.directions import Facing


class Kind(str, Enum):
    """What a tile does to a player who walks; ``plain`` does nothing.

    ``cracked_ice`` breaks under the player and drops them, cracked floors as well; a
    ``rail`` lets nothing pass but an Acro bike.
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


EWNS = (Facing.EAST, Facing.WEST, Facing.NORTH, Facing.SOUTH)


def four(first: int, name: str, kind: Kind) -> list[Behavior]:
    """Four numbers in the engine's usual order: east, west, north, south."""
    return [
        Behavior(first + i, f"{name}_{facing.value}", kind, (facing,))
        for i, facing in enumerate(EWNS)
    ]


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
"""Kinds whose warp fires when their direction is pressed by a player who stands on them."""


def plain(number: int) -> Behavior:
    """The behaviour of a number that a table does not list."""
    return Behavior(number, f"behavior_{number:02x}", Kind.PLAIN)
