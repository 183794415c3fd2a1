"""Tell what is around the player: the four neighbouring tiles, and which of them refuse a step.

The checks are the engine's, in its order: outside the map, collision, one-way edges, elevation,
people; a ledge in its own direction is jumped whatever the others say.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.decode.map import MapGrid, decode_map_grid
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import Facing, Player, decode_player
from gbatool.engine import layouts
from gbatool.engine.behaviors import WATER_KINDS, Behavior, Kind, behavior_of
from gbatool.memory import Snapshot
from gbatool.profile import Profile

ANY_ELEVATION = (0, 15)
"""Transition and bridge: as a target's elevation they never refuse a step."""


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
    ELEVATION = "elevation"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A tile beside the player. ``x``, ``y`` are buffer coordinates, ``local_*`` map-local.

    Attributes:
        open: A step that way would be made: onto the tile, or over it when ``jump`` is set.
        because: What would refuse it, None when it is open. ``outside`` is the map's end where no
            map is joined, ``edge`` blocked ground of a joined one; ``door`` and ``sign`` are
            walls that do something when walked into.
        jump: It is a ledge that is jumped in this direction: two tiles.
        leaves_map: The step would cross over to a joined map.
        kind: What the tile is, when the behaviours are known.
        local_id: The object that stands there or is leaving it.
    """

    x: int
    y: int
    local_x: int
    local_y: int
    open: bool
    because: Refusal | None
    jump: bool
    leaves_map: bool
    kind: Kind | None
    local_id: int | None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The four tiles around the player, and the one that is faced."""

    north: Neighbor
    south: Neighbor
    west: Neighbor
    east: Neighbor
    ahead: Neighbor


def decode_surroundings(ram: Snapshot, profile: Profile) -> Surroundings:
    """Read what is around the player.

    Raises:
        NotLoadedError: No map is loaded, or nobody can walk now.
        DecodeError: A structure holds something impossible.
        UnprovenSymbolError: The map or the object events are not proven in the profile.
    """
    grid = decode_map_grid(ram, profile)
    player = decode_player(ram, profile)
    return surroundings_of(grid, player, decode_objects(ram, profile), profile.engine)


def surroundings_of(
    grid: MapGrid, player: Player, objects: tuple[ObjectEvent, ...], engine: str
) -> Surroundings:
    """The same, of parts that were decoded already."""
    around = {facing: look_at_neighbor(grid, player, objects, engine, facing) for facing in Facing}
    return Surroundings(
        north=around[Facing.NORTH],
        south=around[Facing.SOUTH],
        west=around[Facing.WEST],
        east=around[Facing.EAST],
        ahead=around[player.facing],
    )


def look_at_neighbor(
    grid: MapGrid,
    player: Player,
    objects: tuple[ObjectEvent, ...],
    engine: str,
    facing: Facing,
) -> Neighbor:
    """The tile beside the player in one direction."""
    x, y = player.x + facing.dx, player.y + facing.dy
    ahead = _behavior(grid, engine, x, y)
    here = _behavior(grid, engine, player.x, player.y)
    jump = ahead is not None and ahead.kind is Kind.LEDGE and ahead.points(facing)
    someone = next((one for one in objects if one.blocks(x, y)), None)
    because = None if jump else _ground_refusal(grid, player, x, y, facing, here, ahead)
    if because is None and not jump and someone is not None and _same_level(someone, player):
        because = Refusal.OBJECT
    return Neighbor(
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        open=because is None,
        because=because,
        jump=jump,
        leaves_map=because is None and not grid.is_inside(x, y),
        kind=ahead.kind if ahead is not None else None,
        local_id=someone.local_id if someone is not None else None,
    )


def _behavior(grid: MapGrid, engine: str, x: int, y: int) -> Behavior | None:
    number = grid.behavior(x, y)
    return None if number is None else behavior_of(engine, number)


_SOLID = {
    Kind.LEDGE: Refusal.LEDGE,
    Kind.DOOR: Refusal.DOOR,
    Kind.SIGN: Refusal.SIGN,
    Kind.WATER: Refusal.WATER,
}
"""What to call a tile with collision: it is more than a wall."""


def _ground_refusal(
    grid: MapGrid,
    player: Player,
    x: int,
    y: int,
    facing: Facing,
    here: Behavior | None,
    ahead: Behavior | None,
) -> Refusal | None:
    """What the ground itself says against a step, people apart."""
    if not grid.is_passable_block(x, y):
        if not grid.is_inside(x, y):
            joined = grid.is_in_buffer(x, y) and grid.blocks[y, x] != layouts.UNDEFINED_BLOCK
            return Refusal.EDGE if joined else Refusal.OUTSIDE
        return _SOLID.get(ahead.kind, Refusal.WALL) if ahead is not None else Refusal.WALL
    if _closes(here, facing) or _closes(ahead, facing.opposite):
        return Refusal.ONE_WAY
    elevation = grid.elevation(x, y)
    if elevation in ANY_ELEVATION or player.elevation in (0, elevation):
        return None
    return Refusal.WATER if ahead is not None and ahead.kind in WATER_KINDS else Refusal.ELEVATION


def _closes(behavior: Behavior | None, edge: Facing) -> bool:
    return behavior is not None and behavior.kind is Kind.ONE_WAY and behavior.points(edge)


def _same_level(someone: ObjectEvent, player: Player) -> bool:
    return 0 in (someone.elevation, player.elevation) or someone.elevation == player.elevation
