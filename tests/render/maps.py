"""A small map with one of everything that can be drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gbatool.decode.exits import Connection, Destination, Enter, Exits, Warp
from gbatool.decode.map import MapGrid
from gbatool.decode.objects import ObjectEvent
from gbatool.decode.player import MapId, Player, Transport
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.engine.families import FRLG
from gbatool.engine.objects import Habit
from gbatool.render.view import MapView

ROWS = (
    "############",
    "#...~~..,,,#",
    "#..vvvv....#",
    "#......#.55#",
    "#.!....D.55#",
    "####.#######",
)
WALLS = "#!D"
BEHAVIORS = {"~": 0x10, ",": 0x02, "v": 0x3B, "!": 0x84, "D": 0x69}
MAP = MapId(3, 0, "MOSSVALE")


def a_grid() -> MapGrid:
    """The map, with its border."""
    height, width = len(ROWS), len(ROWS[0])
    shape = (height + layouts.BORDER_HEIGHT, width + layouts.BORDER_WIDTH)
    blocks = np.zeros(shape, np.uint16)
    behaviors = np.zeros(shape, np.uint16)
    for y, row in enumerate(ROWS, layouts.BORDER):
        for x, tile in enumerate(row, layouts.BORDER):
            elevation = int(tile) if tile.isdigit() else 3
            blocks[y, x] = elevation << layouts.ELEVATION_SHIFT
            if tile in WALLS:
                blocks[y, x] |= 1 << layouts.COLLISION_SHIFT
            behaviors[y, x] = BEHAVIORS.get(tile, 0)
    return MapGrid(blocks, behaviors)


def an_object(local_id: int, x: int, y: int, facing: Facing) -> ObjectEvent:
    """An object event at a tile of the map, map-local coordinates."""
    return ObjectEvent(
        slot=1,
        local_id=local_id,
        x=x + 7,
        y=y + 7,
        local_x=x,
        local_y=y,
        previous_x=x + 7,
        previous_y=y + 7,
        facing=facing,
        moving=False,
        elevation=3,
        graphics_id=5,
        habit=Habit.STAYS,
        range_x=0,
        range_y=0,
        sight=None,
        movement_type=0,
        invisible=False,
        map=MAP,
    )


def a_warp(index: int, x: int, y: int, enter: Enter, *, door: bool = False) -> Warp:
    """A warp at a tile of the map, map-local coordinates."""
    to = Destination(map=MapId(4, index), warp_id=0, x=9, y=9)
    return Warp(
        index=index,
        x=x + 7,
        y=y + 7,
        local_x=x,
        local_y=y,
        enter=enter,
        door=door,
        to=to,
        elevation=0,
    )


def a_view() -> MapView:
    """The map with the player, object events and exits."""
    player = Player(
        x=11,
        y=10,
        local_x=4,
        local_y=3,
        facing=Facing.WEST,
        elevation=3,
        moving=False,
        turning=False,
        transport=Transport.FOOT,
        map=MAP,
    )
    exits = Exits(
        (
            a_warp(0, 4, 5, Enter.PRESS_SOUTH),
            a_warp(1, 7, 4, Enter.PRESS_NORTH, door=True),
            a_warp(2, 1, 1, Enter.STEP_ON),
        ),
        (Connection(Facing.NORTH, 0, MapId(3, 1)),),
    )
    people = (an_object(1, 2, 3, Facing.SOUTH), an_object(12, 8, 2, Facing.EAST))
    hidden = replace(an_object(9, 1, 2, Facing.SOUTH), invisible=True)
    return MapView("map 3.0 MOSSVALE", FRLG, a_grid(), player, (*people, hidden), exits)
