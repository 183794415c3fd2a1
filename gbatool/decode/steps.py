"""Say whether the ground allows a step: the one rule that planners and observers share.

The checks are the engine's, in its order: outside the map, collision, one-way edges, elevation; a
ledge in its own direction is jumped whatever the others say. What the others allow, a rail refuses
all who don't hop onto it on an Acro bike. Object events are looked at apart, since they move.
Source: ``src/event_object_movement.c``, ``src/field_player_avatar.c`` of ``pret/pokefirered`` and
``pret/pokeemerald``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.decode.map import MapGrid
from gbatool.engine import layouts
from gbatool.engine.behaviors import WATER_KINDS, Behavior, Kind
from gbatool.engine.directions import Facing
from gbatool.engine.engine import Structures

TRANSITION, BRIDGE = 0, 15
"""Elevations that never refuse a step; onto a bridge or off it, elevation is kept."""
GROUND = 3
"""The elevation onto which one gets off the water."""


class Refusal(str, Enum):
    """What refuses a step."""

    OUTSIDE = "outside"
    EDGE = "edge"
    WALL = "wall"
    LEDGE = "ledge"
    DOOR = "door"
    SIGN = "sign"
    ONE_WAY = "one_way"
    WATER = "water"
    RAIL = "rail"
    ELEVATION = "elevation"
    OBJECT = "object"


_SOLID = {
    Kind.LEDGE: Refusal.LEDGE,
    Kind.DOOR: Refusal.DOOR,
    Kind.SIGN: Refusal.SIGN,
    Kind.WATER: Refusal.WATER,
}
"""What to call a tile with collision: it is more than a wall."""


@dataclass(frozen=True, slots=True)
class Footing:
    """What a step is checked with.

    Attributes:
        x: Buffer column.
        y: Buffer row.
        elevation: The level that the walker is on, which need not be the tile's.
        surfing: The walker is on the water: it may be crossed, and left for the land.
    """

    x: int
    y: int
    elevation: int
    surfing: bool = False


@dataclass(frozen=True, slots=True)
class StepJudgement:
    """What the ground says to a step.

    Attributes:
        because: What refuses it; None when it is allowed.
        jump: It is a ledge that is jumped: two tiles.
    """

    because: Refusal | None
    jump: bool = False


def judge_step(
    grid: MapGrid, engine: Structures, footing: Footing, facing: Facing
) -> StepJudgement:
    """Whether the ground allows a step in a direction.

    Args:
        grid: The live grid.
        engine: Tells the meaning of the behaviours.
        footing: Where the step begins.
        facing: Which way it goes.
    """
    x, y = footing.x + facing.dx, footing.y + facing.dy
    ahead = behavior_at(grid, engine, x, y)
    if ahead is not None and ahead.kind is Kind.LEDGE and ahead.points(facing):
        return StepJudgement(None, jump=True)
    return StepJudgement(_ground_refusal(grid, engine, footing, facing, ahead))


def behavior_at(grid: MapGrid, engine: Structures, x: int, y: int) -> Behavior | None:
    """What a tile does; None where that is not known."""
    number = grid.behavior(x, y)
    return None if number is None else engine.behavior(number)


def _ground_refusal(
    grid: MapGrid, engine: Structures, footing: Footing, facing: Facing, ahead: Behavior | None
) -> Refusal | None:
    x, y = footing.x + facing.dx, footing.y + facing.dy
    if not grid.is_passable_block(x, y):
        if not grid.is_inside(x, y):
            joined = grid.is_in_buffer(x, y) and grid.blocks[y, x] != layouts.UNDEFINED_BLOCK
            return Refusal.EDGE if joined else Refusal.OUTSIDE
        return _SOLID.get(ahead.kind, Refusal.WALL) if ahead is not None else Refusal.WALL
    here = behavior_at(grid, engine, footing.x, footing.y)
    if _closes(here, facing) or _closes(ahead, facing.opposite):
        return Refusal.ONE_WAY
    elevation = grid.elevation(x, y)
    leaves_water = footing.surfing and elevation == GROUND
    level = elevation in (TRANSITION, BRIDGE) or footing.elevation in (TRANSITION, elevation)
    if leaves_water or level:
        return Refusal.RAIL if ahead is not None and ahead.kind is Kind.RAIL else None
    return Refusal.WATER if ahead is not None and ahead.kind in WATER_KINDS else Refusal.ELEVATION


def _closes(behavior: Behavior | None, edge: Facing) -> bool:
    return behavior is not None and behavior.kind is Kind.ONE_WAY and behavior.points(edge)


def elevation_after(grid: MapGrid, footing: Footing, x: int, y: int) -> int:
    """The level that a walker is on after a step: onto a bridge or off it, the one before."""
    heights = grid.elevation(footing.x, footing.y), grid.elevation(x, y)
    return footing.elevation if BRIDGE in heights else heights[1]


def meet(one: int, other: int) -> bool:
    """Whether two on these elevations stand in each other's way."""
    return TRANSITION in (one, other) or one == other
