"""What a walk can be aimed at, and what that means on the loaded map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from gbatool.actions.route.planner import DIRECTIONS, Terrain
from gbatool.decode.exits import Enter, Exits, Warp
from gbatool.decode.map import MapGrid, Tile
from gbatool.decode.objects import ObjectEvent
from gbatool.engine.behaviors import Kind
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError

PRESSED: Mapping[Enter, Facing] = {
    Enter.PRESS_NORTH: Facing.NORTH,
    Enter.PRESS_SOUTH: Facing.SOUTH,
    Enter.PRESS_WEST: Facing.WEST,
    Enter.PRESS_EAST: Facing.EAST,
}


@dataclass(frozen=True, slots=True)
class TileTarget:
    """A tile, buffer coordinates. A tile that is a warp means going through it."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class WarpTarget:
    """A warp of the loaded map, by its index."""

    index: int


@dataclass(frozen=True, slots=True)
class EdgeTarget:
    """The joined map beyond an edge."""

    edge: Facing


@dataclass(frozen=True, slots=True)
class ObjectEventTarget:
    """An object event of the loaded map, by its local id: stand beside it and face it."""

    local_id: int


Target: TypeAlias = TileTarget | WarpTarget | EdgeTarget | ObjectEventTarget


class Finish(Enum):
    """What is done at the end of the route."""

    STAND = "stand"
    STEP_ON = "step_on"
    ENTER = "enter"
    CROSS = "cross"
    FACE = "face"


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a route may end and what is done there.

    Attributes:
        finish: What kind of end it is.
        tiles: Tile where the route may end -> direction to press there, None for no press.
        place: The tile that the target means, for messages and the outcome.
        warp: The warp that is to be taken.
    """

    finish: Finish
    tiles: Mapping[Tile, Facing | None]
    place: Tile
    warp: Warp | None = None


def resolve(
    target: Target, terrain: Terrain, exits: Exits | None, objects: tuple[ObjectEvent, ...]
) -> Goal:
    """Say where a route to a target may end.

    Raises:
        ActionError: The target is not on this map, or can't be walked to by its nature.
    """
    if isinstance(target, TileTarget):
        return _tile(target, terrain, exits)
    if isinstance(target, WarpTarget):
        return _warp_goal(_warp(target, exits), terrain.grid)
    if isinstance(target, EdgeTarget):
        return _edge(target, terrain, exits)
    return _object_event(target, terrain, objects)


def check_inside(x: int, y: int, grid: MapGrid) -> None:
    """Refuse a tile that is not on the map.

    Raises:
        ActionError: ``walk_target_outside_map``, with the bounds.
    """
    if grid.is_inside(x, y):
        return
    raise ActionError(
        "walk_target_outside_map",
        f"({x}, {y}) lies outside the loaded map, whose tiles go from ({grid.left}, {grid.top})"
        f" to ({grid.right}, {grid.bottom}) in buffer coordinates, from (0, 0) to"
        f" ({grid.width - 1}, {grid.height - 1}) with --local",
        x=x,
        y=y,
        bounds={"left": grid.left, "top": grid.top, "right": grid.right, "bottom": grid.bottom},
    )


def _tile(target: TileTarget, terrain: Terrain, exits: Exits | None) -> Goal:
    check_inside(target.x, target.y, terrain.grid)
    for warp in exits.warps if exits is not None else ():
        if (warp.x, warp.y) == (target.x, target.y) and warp.enter is not Enter.NEVER:
            return _warp_goal(warp, terrain.grid)
    place = target.x, target.y
    return Goal(Finish.STAND, {place: None}, place)


def _warp(target: WarpTarget, exits: Exits | None) -> Warp:
    warps = exits.warps if exits is not None else ()
    for warp in warps:
        if warp.index == target.index:
            return warp
    known = ", ".join(f"{w.index} at ({w.x}, {w.y})" for w in warps) or "none"
    raise ActionError(
        "no_such_warp",
        f"the loaded map has no warp {target.index}; it has {known}",
        observed=target.index,
        warps=[w.index for w in warps],
    )


def _warp_goal(warp: Warp, grid: MapGrid) -> Goal:
    place = warp.x, warp.y
    if warp.enter is Enter.NEVER:
        raise ActionError(
            "warp_never_fires",
            f"warp {warp.index} at ({warp.x}, {warp.y}) is only a landing place: nothing takes"
            " the player through it",
            warp=warp.index,
        )
    check_inside(warp.x, warp.y, grid)
    if warp.enter is Enter.STEP_ON:
        return Goal(Finish.STEP_ON, {place: None}, place, warp)
    direction = PRESSED[warp.enter]
    before = (warp.x - direction.dx, warp.y - direction.dy) if warp.door else place
    return Goal(Finish.ENTER, {before: direction}, place, warp)


def _edge(target: EdgeTarget, terrain: Terrain, exits: Exits | None) -> Goal:
    grid, edge = terrain.grid, target.edge
    joined = [c.edge for c in exits.connections] if exits is not None else []
    if edge not in joined:
        known = ", ".join(sorted(e.value for e in joined)) or "none"
        raise ActionError(
            "no_such_exit",
            f"no map is joined at the {edge.value} edge; joined edges: {known}",
            observed=edge.value,
            edges=tuple(sorted(e.value for e in joined)),
        )
    columns = range(grid.left, grid.right + 1)
    rows = range(grid.top, grid.bottom + 1)
    rim = {
        Facing.NORTH: [(x, grid.top) for x in columns],
        Facing.SOUTH: [(x, grid.bottom) for x in columns],
        Facing.WEST: [(grid.left, y) for y in rows],
        Facing.EAST: [(grid.right, y) for y in rows],
    }[edge]
    tiles = {tile: edge for tile in rim if grid.is_open(*tile) and _opens_outward(grid, tile, edge)}
    place = next(iter(tiles), rim[len(rim) // 2])
    return Goal(Finish.CROSS, tiles, place)


def _opens_outward(grid: MapGrid, tile: Tile, edge: Facing) -> bool:
    beyond = (tile[0] + edge.dx, tile[1] + edge.dy)
    heights = grid.elevation(*tile), grid.elevation(*beyond)
    any_height = {0, 15}
    return grid.is_passable_block(*beyond) and (
        heights[0] == heights[1] or bool(any_height & set(heights))
    )


def _object_event(
    target: ObjectEventTarget, terrain: Terrain, objects: tuple[ObjectEvent, ...]
) -> Goal:
    found = next((event for event in objects if event.local_id == target.local_id), None)
    if found is None:
        known = ", ".join(str(event.local_id) for event in objects) or "none"
        raise ActionError(
            "no_such_object",
            f"no object event with local id {target.local_id} is in memory; there are {known}."
            " Those far from the screen are not in memory",
            observed=target.local_id,
            objects=[event.local_id for event in objects],
        )
    tiles: dict[Tile, Facing | None] = {}
    for direction in DIRECTIONS:
        beside = (found.x - direction.dx, found.y - direction.dy)
        over = (beside[0] - direction.dx, beside[1] - direction.dy)
        if terrain.behavior(beside).kind is Kind.COUNTER and terrain.grid.is_inside(*beside):
            tiles[over] = direction
        elif terrain.grid.is_open(*beside):
            tiles[beside] = direction
    return Goal(Finish.FACE, tiles, (found.x, found.y))
