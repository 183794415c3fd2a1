"""A map as a PNG schematic: walls, floor by elevation, exits, people, the player, a legend.

Everything is drawn enlarged and scaled down once, so that edges are smooth; lettering is drawn at
its final size. The same map always gives the same bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from gbatool.core.protocol import Pixels
from gbatool.decode.exits import Warp
from gbatool.engine.directions import Facing
from gbatool.render.view import (
    ENTER_FACING,
    MapView,
    Terrain,
    destination_words,
    map_words,
    warp_words,
)

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

TILE = 24
SCALE = 4  # of the enlarged drawing
MARGIN, LABELS = 16, 30
LINE_HEIGHT, SWATCH, MIN_WIDTH = 21, 24, 420
PLAIN_ELEVATIONS = (0, 3, 15)  # a transition, the ground, and "any": what most maps are made of

PAPER: Colour = (250, 248, 243)
INK: Colour = (58, 62, 74)
FAINT: Colour = (150, 148, 142)
WALL: Colour = (74, 82, 100)
WALL_TOP: Colour = (92, 101, 121)
FLOOR: Colour = (240, 231, 212)
GRASS: Colour = (176, 212, 150)
GRASS_BLADE: Colour = (122, 172, 98)
WATER: Colour = (142, 190, 232)
WAVE: Colour = (188, 219, 244)
LEDGE: Colour = (205, 165, 112)
LEDGE_EDGE: Colour = (150, 112, 66)
EXIT: Colour = (150, 92, 178)
PERSON: Colour = (38, 132, 168)
PLAYER: Colour = (226, 84, 44)
WHITE: Colour = (255, 255, 255)


def map_picture(view: MapView) -> bytes:
    """The map as a PNG file."""
    rows = _legend(view)
    font = _font(13)
    board_width, board_height = view.grid.width * TILE, view.grid.height * TILE
    legend_width = max(sum(item.width(font) for item in row) for row in rows)
    width = 2 * MARGIN + max(LABELS + board_width, legend_width, MIN_WIDTH)
    top = MARGIN + 26 + 20
    height = top + board_height + MARGIN + len(rows) * LINE_HEIGHT + MARGIN
    left = (width - board_width + LABELS) // 2
    image = Image.new("RGB", (width, height), PAPER)
    image.paste(_board(view), (left, top))
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, MARGIN - 4), view.title, INK, _font(16))
    _coordinates(pen, view, left, top)
    _numbers(pen, view, left, top)
    y = top + board_height + MARGIN
    for row in rows:
        x = MARGIN
        for item in row:
            if item.swatch is not None:
                image.paste(item.swatch.resize((16, 16), Image.Resampling.LANCZOS), (x, y))
            pen.text((x + SWATCH, y + 8), item.words, INK, font, anchor="lm")
            x += item.width(font)
        y += LINE_HEIGHT
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _font(size: int) -> Font:
    """Pillow's own font: the same on every machine."""
    return ImageFont.load_default(size)


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A drawn sign, enlarged, and what it means."""

    swatch: Image.Image | None
    words: str

    def width(self, font: Font) -> int:
        """Pixels that it takes, with the space to the next one."""
        return SWATCH + int(font.getlength(self.words)) + 18


LegendRow = list[LegendItem]


def _board(view: MapView) -> Image.Image:
    """The map's tiles and all that stands on them."""
    side = TILE * SCALE
    board = Image.new("RGB", (view.grid.width * side, view.grid.height * side), FLOOR)
    pen = ImageDraw.Draw(board)
    for y in view.rows:
        for x in view.columns:
            elevation, ledge = view.grid.elevation(x, y), view.ledge(x, y)
            _terrain(pen, _box(view, x, y), view.terrain(x, y), elevation, ledge)
    for warp in view.warps():
        _exit(pen, _box(view, warp.x, warp.y), ENTER_FACING.get(warp.enter))
    for someone in view.people():
        _person(pen, _box(view, someone.x, someone.y), someone.facing)
    if view.player is not None:
        _player(pen, _box(view, view.player.x, view.player.y), view.player.facing)
    small = (view.grid.width * TILE, view.grid.height * TILE)
    return board.resize(small, Image.Resampling.LANCZOS)


def _box(view: MapView, x: int, y: int) -> Box:
    side = TILE * SCALE
    left, top = (x - view.columns[0]) * side, (y - view.rows[0]) * side
    return left, top, left + side - 1, top + side - 1


def _inset(box: Box, share: float) -> Box:
    left, top, right, bottom = box
    by = (right - left) * share
    return left + by, top + by, right - by, bottom - by


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


def _terrain(
    pen: ImageDraw.ImageDraw,
    box: Box,
    terrain: Terrain,
    elevation: int = PLAIN_ELEVATIONS[0],
    ledge: Facing = Facing.SOUTH,
) -> None:
    left, top, right, bottom = box
    side = right - left
    if terrain is Terrain.WALL:
        pen.rectangle(box, WALL)
        pen.rectangle((left, top, right, top + side * 0.16), WALL_TOP)
    elif terrain is Terrain.WATER:
        pen.rectangle(box, WATER)
        for at in (0.35, 0.72):
            wave = (
                left + side * 0.14,
                top + side * at,
                right - side * 0.14,
                top + side * (at + 0.08),
            )
            pen.rounded_rectangle(wave, side * 0.04, WAVE)
    elif terrain is Terrain.GRASS:
        pen.rectangle(box, GRASS)
        for at in (0.25, 0.5, 0.75):
            foot = (left + side * at, top + side * 0.78)
            for lean in (-0.09, 0.0, 0.09):
                tip = (left + side * (at + lean), top + side * 0.36)
                pen.line((foot, tip), GRASS_BLADE, int(side * 0.05))
    elif terrain is Terrain.SIGN:
        pen.rectangle(box, _floor(elevation))
        pen.rectangle(
            (left + side * 0.44, top + side * 0.5, left + side * 0.56, bottom), LEDGE_EDGE
        )
        board = (left + side * 0.14, top + side * 0.2, right - side * 0.14, top + side * 0.62)
        pen.rounded_rectangle(board, side * 0.06, LEDGE, LEDGE_EDGE, int(side * 0.06))
    elif terrain is Terrain.LEDGE:
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


def _exit(pen: ImageDraw.ImageDraw, box: Box, facing: Facing | None) -> None:
    pen.rounded_rectangle(_inset(box, 0.08), (box[2] - box[0]) * 0.2, EXIT)
    if facing is not None:
        _arrow(pen, box, facing, WHITE, 0.26)
    else:
        pen.ellipse(_inset(box, 0.3), None, WHITE, int((box[2] - box[0]) * 0.08))


def _person(pen: ImageDraw.ImageDraw, box: Box, facing: Facing) -> None:
    """A disc with a nose on the side that it faces."""
    side = box[2] - box[0]
    ahead_x, ahead_y = facing.dx, facing.dy
    middle_x, middle_y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    tip = (middle_x + ahead_x * side * 0.48, middle_y + ahead_y * side * 0.48)
    across = (-ahead_y * side * 0.24, ahead_x * side * 0.24)
    base = (middle_x + ahead_x * side * 0.24, middle_y + ahead_y * side * 0.24)
    nose = [
        tip,
        (base[0] + across[0], base[1] + across[1]),
        (base[0] - across[0], base[1] - across[1]),
    ]
    pen.polygon(nose, PERSON)
    pen.ellipse(_inset(box, 0.16), PERSON)


def _player(pen: ImageDraw.ImageDraw, box: Box, facing: Facing) -> None:
    pen.ellipse(_inset(box, 0.04), PLAYER, WHITE, int((box[2] - box[0]) * 0.07))
    _arrow(pen, box, facing, WHITE, 0.27)


def _arrow(
    pen: ImageDraw.ImageDraw, box: Box, facing: Facing, colour: Colour, share: float
) -> None:
    """A triangle in the middle of the tile, pointing."""
    left, top, right, bottom = _inset(box, share)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    points = {
        Facing.NORTH: [(middle_x, top), (right, bottom), (left, bottom)],
        Facing.SOUTH: [(left, top), (right, top), (middle_x, bottom)],
        Facing.WEST: [(left, middle_y), (right, top), (right, bottom)],
        Facing.EAST: [(left, top), (right, middle_y), (left, bottom)],
    }
    pen.polygon(points[facing], colour)


def _coordinates(pen: ImageDraw.ImageDraw, view: MapView, left: int, top: int) -> None:
    """Number the columns above and the rows to the left."""
    font = _font(10)
    for index, x in enumerate(view.columns):
        at = (left + index * TILE + TILE // 2, top - 5)
        pen.text(at, str(view.label(x)), FAINT, font, anchor="ms")
    for index, y in enumerate(view.rows):
        at = (left - 6, top + index * TILE + TILE // 2)
        pen.text(at, str(view.label(y)), FAINT, font, anchor="rm")


def _numbers(pen: ImageDraw.ImageDraw, view: MapView, left: int, top: int) -> None:
    """Write each person's id on them."""
    for someone in view.people():
        x = left + (someone.x - view.columns[0]) * TILE + TILE // 2
        y = top + (someone.y - view.rows[0]) * TILE + TILE // 2
        pen.text((x, y), str(someone.local_id), WHITE, _font(11), anchor="mm")


def _swatch() -> tuple[Image.Image, ImageDraw.ImageDraw, Box]:
    side = TILE * SCALE
    image = Image.new("RGB", (side, side), PAPER)
    return image, ImageDraw.Draw(image), (0, 0, side - 1, side - 1)


def _legend(view: MapView) -> list[LegendRow]:
    rows: list[LegendRow] = []
    if view.player is not None:
        image, pen, box = _swatch()
        _player(pen, box, view.player.facing)
        where = view.place(view.player.x, view.player.y)
        rows.append([LegendItem(image, f"you, at {where}, facing {view.player.facing.value}")])
    for someone in view.people():
        image, pen, box = _swatch()
        _person(pen, box, someone.facing)
        where = view.place(someone.x, someone.y)
        rows.append([LegendItem(image, f"somebody, id {someone.local_id}, at {where}")])
    rows += [[_exit_item(view, warp)] for warp in view.warps()]
    for connection in view.exits.connections if view.exits is not None else ():
        image, pen, box = _swatch()
        _arrow(pen, box, connection.edge, EXIT, 0.15)
        words = f"over the {connection.edge.value} edge to {map_words(connection.map)}"
        rows.append([LegendItem(image, words)])
    rows.append(_ground_row(view))
    return rows + [[LegendItem(None, line)] for line in view.missing]


def _exit_item(view: MapView, warp: Warp) -> LegendItem:
    image, pen, box = _swatch()
    _exit(pen, box, ENTER_FACING.get(warp.enter))
    where = view.place(warp.x, warp.y)
    words = f"exit {warp.index} at {where}, {warp_words(warp)}, to {destination_words(warp)}"
    return LegendItem(image, words)


def _ground_row(view: MapView) -> LegendRow:
    """Each kind of ground, and each elevation of the floor that stands out."""
    row: LegendRow = []
    tiles = {
        (view.terrain(x, y), view.grid.elevation(x, y)) for y in view.rows for x in view.columns
    }
    for kind in Terrain:
        if any(terrain is kind for terrain, _ in tiles):
            image, pen, box = _swatch()
            _terrain(pen, box, kind)
            row.append(LegendItem(image, kind.value))
    heights = {height for terrain, height in tiles if terrain is Terrain.FLOOR}
    for height in sorted(heights.difference(PLAIN_ELEVATIONS)):
        image, pen, box = _swatch()
        _terrain(pen, box, Terrain.FLOOR, height)
        row.append(LegendItem(image, f"elevation {height}"))
    return row


def screenshot_picture(pixels: Pixels, scale: int) -> bytes:
    """The screen as a PNG file.

    Args:
        pixels: ``uint8`` of shape (160, 240, 3), RGB.
        scale: How many pixels of the picture one pixel of the screen becomes, each way.
    """
    file = io.BytesIO()
    enlarged = pixels.repeat(scale, axis=0).repeat(scale, axis=1)
    Image.fromarray(enlarged).save(file, "PNG", optimize=True)
    return file.getvalue()
