"""A map as a PNG: its own tiles or a schematic, exits, object events, the player, and a legend.

Lettering is drawn at its final size. The same map always gives the same bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from gbatool.core.protocol import Pixels
from gbatool.render.real_tiles import REAL_TILE, draw_blocked, tiles_board
from gbatool.render.schematic import (
    PLAIN_ELEVATIONS,
    SCHEMATIC_TILE,
    draw_terrain,
    schematic_board,
)
from gbatool.render.signs import (
    EXIT,
    PAPER,
    SCALE,
    WHITE,
    Colour,
    Rect,
    draw_arrow,
    draw_exit,
    draw_object,
    draw_player,
)
from gbatool.render.view import (
    ENTER_FACING,
    MapView,
    TerrainKind,
    connection_words,
)

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

MARGIN, LABELS, TITLE = 16, 30, 46
LINE_HEIGHT, SWATCH, SWATCH_SHOWN, MIN_WIDTH = 21, 24, 16, 420
INK: Colour = (58, 62, 74)
FAINT: Colour = (150, 148, 142)


@dataclass(frozen=True, slots=True)
class Board:
    """The drawn map on the page.

    Attributes:
        left: Where its first tile is.
        top: See ``left``.
        tile: Pixels of a tile.
    """

    left: int
    top: int
    tile: int


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A drawn sign, enlarged, and what it means."""

    swatch: Image.Image | None
    words: str

    def width(self, font: Font) -> int:
        """Pixels that it takes, with the space to the next one."""
        return SWATCH + int(font.getlength(self.words)) + 18


LegendRow = list[LegendItem]


def map_picture(view: MapView, pixels: Pixels | None = None) -> bytes:
    """The map as a PNG file.

    Args:
        view: What to draw.
        pixels: The map's own tiles, as :func:`gbatool.decode.tileset.decode_map_pixels` draws
            them; None draws a schematic.
    """
    drawn = schematic_board(view) if pixels is None else tiles_board(view, pixels)
    rows = _legend(view)
    rows.append(_ground_row(view) if pixels is None else _blocked_row())
    rows += [[LegendItem(None, line)] for line in view.missing]
    font = _font(13)
    legend_width = max(sum(item.width(font) for item in row) for row in rows)
    width = 2 * MARGIN + max(LABELS + drawn.width, legend_width, MIN_WIDTH)
    top = MARGIN + TITLE
    height = top + drawn.height + MARGIN + len(rows) * LINE_HEIGHT + MARGIN
    tile = SCHEMATIC_TILE if pixels is None else REAL_TILE
    board = Board((width - drawn.width + LABELS) // 2, top, tile)
    image = Image.new("RGB", (width, height), PAPER)
    image.paste(drawn, (board.left, board.top))
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, MARGIN - 4), view.title, INK, _font(16))
    _coordinates(pen, view, board)
    _numbers(pen, view, board)
    y = top + drawn.height + MARGIN
    for row in rows:
        x = MARGIN
        for item in row:
            if item.swatch is not None:
                small = item.swatch.resize((SWATCH_SHOWN,) * 2, Image.Resampling.LANCZOS)
                image.paste(small, (x, y))
            pen.text((x + SWATCH, y + 8), item.words, INK, font, anchor="lm")
            x += item.width(font)
        y += LINE_HEIGHT
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _font(size: int) -> Font:
    """Pillow's own font: the same on every machine."""
    return ImageFont.load_default(size)


def _coordinates(pen: ImageDraw.ImageDraw, view: MapView, board: Board) -> None:
    """Number the columns above and the rows to the left."""
    font = _font(10)
    for index, x in enumerate(view.columns):
        at = (board.left + index * board.tile + board.tile // 2, board.top - 5)
        pen.text(at, str(view.label(x)), FAINT, font, anchor="ms")
    for index, y in enumerate(view.rows):
        at = (board.left - 6, board.top + index * board.tile + board.tile // 2)
        pen.text(at, str(view.label(y)), FAINT, font, anchor="rm")


def _numbers(pen: ImageDraw.ImageDraw, view: MapView, board: Board) -> None:
    """Write the local id on each object event."""
    for event in view.visible_objects():
        x = board.left + (event.x - view.columns[0]) * board.tile + board.tile // 2
        y = board.top + (event.y - view.rows[0]) * board.tile + board.tile // 2
        pen.text((x, y), str(event.local_id), WHITE, _font(11), anchor="mm")


def _swatch() -> tuple[Image.Image, ImageDraw.ImageDraw, Rect]:
    side = SCHEMATIC_TILE * SCALE
    image = Image.new("RGB", (side, side), PAPER)
    return image, ImageDraw.Draw(image), (0, 0, side - 1, side - 1)


def _legend(view: MapView) -> list[LegendRow]:
    rows: list[LegendRow] = []
    if view.player is not None:
        image, pen, box = _swatch()
        draw_player(pen, box, view.player.facing)
        rows.append([LegendItem(image, view.player_words(view.player))])
    for event in view.visible_objects():
        image, pen, box = _swatch()
        draw_object(pen, box, event.facing)
        rows.append([LegendItem(image, view.object_words(event))])
    for warp in view.warps():
        image, pen, box = _swatch()
        draw_exit(pen, box, ENTER_FACING.get(warp.enter))
        rows.append([LegendItem(image, view.exit_words(warp))])
    for connection in view.connections():
        image, pen, box = _swatch()
        draw_arrow(pen, box, connection.edge, EXIT, 0.15)
        rows.append([LegendItem(image, connection_words(connection))])
    return rows


def _blocked_row() -> LegendRow:
    """What lies over the map's own tiles."""
    image = Image.new("RGB", (SWATCH_SHOWN,) * 2, PAPER)
    draw_blocked(image)
    return [LegendItem(image, "collision: can't be walked on")]


def _ground_row(view: MapView) -> LegendRow:
    """Each kind of ground, and each elevation of the floor that stands out."""
    row: LegendRow = []
    tiles = {
        (view.terrain(x, y), view.grid.elevation(x, y)) for y in view.rows for x in view.columns
    }
    for kind in TerrainKind:
        if any(terrain is kind for terrain, _ in tiles):
            image, pen, box = _swatch()
            draw_terrain(pen, box, kind)
            row.append(LegendItem(image, kind.value))
    heights = {height for terrain, height in tiles if terrain is TerrainKind.FLOOR}
    for height in sorted(heights.difference(PLAIN_ELEVATIONS)):
        image, pen, box = _swatch()
        draw_terrain(pen, box, TerrainKind.FLOOR, height)
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
