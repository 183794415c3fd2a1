"""Draw the loaded map with one character a tile, for readers, logs and snapshot tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.decode.exits import Enter, Exits
from gbatool.decode.map import MapGrid
from gbatool.decode.objects import ObjectEvent
from gbatool.decode.player import Facing, Player
from gbatool.engine import layouts
from gbatool.engine.behaviors import WATER_KINDS, Behavior, Kind
from gbatool.engine.engine import Structures

WALL, OPEN, PERSON, WARP = "#", ".", "o", "="
PLAYER = {Facing.NORTH: "^", Facing.SOUTH: "v", Facing.WEST: "<", Facing.EAST: ">"}
LEDGE = {Facing.NORTH: "'", Facing.SOUTH: "_", Facing.WEST: "(", Facing.EAST: ")"}
GROUND = {
    Kind.TALL_GRASS: '"',
    Kind.SIGN: "!",
    Kind.COUNTER: "-",
    Kind.ICE: "*",
    Kind.THIN_ICE: "*",
}
WATER, DOOR, STAIRS = "~", "D", "S"
LEGEND = {
    WALL: "wall",
    OPEN: "open",
    "^v<>": "the player, by facing",
    PERSON: "person or thing",
    DOOR: "door",
    STAIRS: "stairs",
    WARP: "other warp",
    WATER: "water",
    '"': "tall grass",
    "!": "sign",
    "-": "counter",
    "*": "ice",
    "'_()": "ledge, jumped north, south, west, east",
}
"""What each character means."""


@dataclass(frozen=True, slots=True)
class Point:
    """A cell in buffer coordinates."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Minimap:
    """The real map as rows of characters; ``origin`` is the buffer cell of the first one."""

    origin: Point
    rows: tuple[str, ...]


def draw_minimap(
    grid: MapGrid,
    engine: Structures,
    *,
    player: Player | None = None,
    objects: Sequence[ObjectEvent] = (),
    exits: Exits | None = None,
) -> Minimap:
    """Draw the real map: ground first, then warps, object events, and the player on top.

    Args:
        grid: The map.
        engine: Engine family, for the meaning of behaviours.
        player: Left out when None.
        objects: Invisible ones are left out.
        exits: Landing places, which are never entered, are left out.
    """
    rows = _ground(grid, engine).tolist()

    def mark(x: int, y: int, character: str) -> None:
        if grid.is_inside(x, y):
            rows[y - grid.top][x - grid.left] = character

    for warp in exits.warps if exits is not None else ():
        if warp.enter is not Enter.NEVER:
            kind = engine.behavior(grid.behavior(warp.x, warp.y) or 0).kind
            mark(warp.x, warp.y, {Kind.DOOR: DOOR, Kind.STAIRS: STAIRS}.get(kind, WARP))
    for someone in objects:
        if not someone.invisible:
            mark(someone.x, someone.y, PERSON)
    if player is not None:
        mark(player.x, player.y, PLAYER[player.facing])
    return Minimap(Point(grid.left, grid.top), tuple("".join(row) for row in rows))


def _ground(grid: MapGrid, engine: Structures) -> npt.NDArray[np.str_]:
    """The tiles alone: walls and floor, and what a behaviour makes of them."""
    blocks = grid.inner(grid.blocks)
    closed = (blocks & layouts.COLLISION_MASK != 0) | (blocks == layouts.UNDEFINED_BLOCK)
    drawn = np.where(closed, WALL, OPEN)
    if grid.behaviors is not None:
        numbers = grid.inner(grid.behaviors)
        for number in np.unique(numbers).tolist():
            character = _character(engine.behavior(number))
            if character is not None:
                drawn[numbers == number] = character
    return drawn


def _character(behavior: Behavior) -> str | None:
    """How a behaviour is drawn; None when collision alone decides."""
    if behavior.kind is Kind.LEDGE:
        return LEDGE[behavior.directions[0]]
    if behavior.kind in WATER_KINDS:
        return WATER
    return GROUND.get(behavior.kind)
