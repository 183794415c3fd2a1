"""A map as a schematic: what can be walked on, by terrain and elevation."""

from __future__ import annotations

from PIL import Image, ImageDraw

from gbatool.engine.directions import Facing
from gbatool.render.signs import SCALE, Colour, Rect, draw_exit, draw_object, draw_player
from gbatool.render.view import ENTER_FACING, MapView, TerrainKind

SCHEMATIC_TILE = 24
PLAIN_ELEVATIONS = (0, 3, 15)  # a transition, the ground, and "any": what most maps are made of

WALL: Colour = (74, 82, 100)
WALL_TOP: Colour = (92, 101, 121)
FLOOR: Colour = (240, 231, 212)
GRASS: Colour = (176, 212, 150)
GRASS_BLADE: Colour = (122, 172, 98)
WATER: Colour = (142, 190, 232)
WAVE: Colour = (188, 219, 244)
LEDGE: Colour = (205, 165, 112)
LEDGE_EDGE: Colour = (150, 112, 66)


def schematic_board(view: MapView) -> Image.Image:
    """The map's tiles by terrain, with exits, object events and the player on them."""
    side = SCHEMATIC_TILE * SCALE
    board = Image.new("RGB", (view.grid.width * side, view.grid.height * side), FLOOR)
    pen = ImageDraw.Draw(board)
    for y in view.rows:
        for x in view.columns:
            elevation, ledge = view.grid.elevation(x, y), view.ledge(x, y)
            draw_terrain(pen, _box(view, x, y), view.terrain(x, y), elevation, ledge)
    for warp in view.warps():
        draw_exit(pen, _box(view, warp.x, warp.y), ENTER_FACING.get(warp.enter))
    for event in view.visible_objects():
        draw_object(pen, _box(view, event.x, event.y), event.facing)
    if view.player is not None:
        draw_player(pen, _box(view, view.player.x, view.player.y), view.player.facing)
    small = (view.grid.width * SCHEMATIC_TILE, view.grid.height * SCHEMATIC_TILE)
    return board.resize(small, Image.Resampling.LANCZOS)


def _box(view: MapView, x: int, y: int) -> Rect:
    side = SCHEMATIC_TILE * SCALE
    left, top = (x - view.columns[0]) * side, (y - view.rows[0]) * side
    return left, top, left + side - 1, top + side - 1


def _floor(elevation: int) -> Colour:
    """Floor, lighter the higher it is; the ground and transitions are plain."""
    if elevation in PLAIN_ELEVATIONS:
        return FLOOR
    red, green, blue = FLOOR
    step = elevation - 3
    return (
        max(0, min(255, red + 3 * step)),
        max(0, min(255, green - 8 * abs(step))),
        max(0, min(255, blue - 22 * step)),
    )


def draw_terrain(
    pen: ImageDraw.ImageDraw,
    box: Rect,
    terrain: TerrainKind,
    elevation: int = PLAIN_ELEVATIONS[0],
    ledge: Facing = Facing.SOUTH,
) -> None:
    """One tile of ground."""
    left, top, right, bottom = box
    side = right - left
    if terrain is TerrainKind.WALL:
        pen.rectangle(box, WALL)
        pen.rectangle((left, top, right, top + side * 0.16), WALL_TOP)
    elif terrain is TerrainKind.WATER:
        pen.rectangle(box, WATER)
        for at in (0.35, 0.72):
            wave = (
                left + side * 0.14,
                top + side * at,
                right - side * 0.14,
                top + side * (at + 0.08),
            )
            pen.rounded_rectangle(wave, side * 0.04, WAVE)
    elif terrain is TerrainKind.GRASS:
        pen.rectangle(box, GRASS)
        for at in (0.25, 0.5, 0.75):
            foot = (left + side * at, top + side * 0.78)
            for lean in (-0.09, 0.0, 0.09):
                tip = (left + side * (at + lean), top + side * 0.36)
                pen.line((foot, tip), GRASS_BLADE, int(side * 0.05))
    elif terrain is TerrainKind.SIGN:
        pen.rectangle(box, _floor(elevation))
        pen.rectangle(
            (left + side * 0.44, top + side * 0.5, left + side * 0.56, bottom), LEDGE_EDGE
        )
        board = (left + side * 0.14, top + side * 0.2, right - side * 0.14, top + side * 0.62)
        pen.rounded_rectangle(board, side * 0.06, LEDGE, LEDGE_EDGE, int(side * 0.06))
    elif terrain is TerrainKind.LEDGE:
        pen.rectangle(box, LEDGE)
        brink = {
            Facing.SOUTH: (left, bottom - side * 0.28, right, bottom),
            Facing.NORTH: (left, top, right, top + side * 0.28),
            Facing.WEST: (left, top, left + side * 0.28, bottom),
            Facing.EAST: (right - side * 0.28, top, right, bottom),
        }
        pen.rectangle(brink[ledge], LEDGE_EDGE)
    else:
        pen.rectangle(box, _floor(elevation))
        pen.rectangle(box, None, tuple(max(0, part - 12) for part in _floor(elevation)), SCALE // 2)
