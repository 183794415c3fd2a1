"""Tell what is around the player: the four neighbouring tiles, and which of them refuse a step.

What the ground says is the rule of :mod:`gbatool.decode.steps`; object events are looked at last.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.map import MapGrid, decode_map_grid
from gbatool.decode.objects import ObjectEvent, decode_objects
from gbatool.decode.player import Facing, Player, Transport, decode_player
from gbatool.decode.steps import Footing, Refusal, behavior_at, judge_step, meet
from gbatool.engine import layouts
from gbatool.engine.behaviors import Kind
from gbatool.engine.engine import Structures
from gbatool.memory import Snapshot
from gbatool.profile import Profile

__all__ = ["Neighbor", "Refusal", "Surroundings", "decode_surroundings", "surroundings_of"]


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
        NotLoadedError: No map is loaded, or the player can't walk now.
        DecodeError: A structure holds something impossible.
        UnprovenSymbolError: The map or the object events are not proven in the profile.
    """
    grid = decode_map_grid(ram, profile)
    player = decode_player(ram, profile)
    return surroundings_of(grid, player, decode_objects(ram, profile), profile.structures)


def surroundings_of(
    grid: MapGrid, player: Player, objects: tuple[ObjectEvent, ...], engine: Structures
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
    engine: Structures,
    facing: Facing,
) -> Neighbor:
    """The tile beside the player in one direction."""
    x, y = player.x + facing.dx, player.y + facing.dy
    surfing = player.transport is Transport.SURFING
    footing = Footing(player.x, player.y, player.elevation, surfing=surfing)
    verdict = judge_step(grid, engine, footing, facing)
    ahead, because = behavior_at(grid, engine, x, y), verdict.because
    there = sorted((one for one in objects if one.is_at(x, y)), key=lambda one: one.follows)
    someone = there[0] if there else None
    blocked = someone is not None and someone.blocks(x, y)
    in_the_way = someone is not None and blocked and meet(someone.elevation, player.elevation)
    if because is None and not verdict.jump and in_the_way:
        because = Refusal.OBJECT
    return Neighbor(
        x=x,
        y=y,
        local_x=x - layouts.BORDER,
        local_y=y - layouts.BORDER,
        open=because is None,
        because=because,
        jump=verdict.jump,
        leaves_map=because is None and not grid.is_inside(x, y),
        kind=ahead.kind if ahead is not None else None,
        local_id=someone.local_id if someone is not None else None,
    )
