"""A map as the game shows it, with collision, exits, object events and the player drawn on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from gbatool.core.protocol import Pixels
from gbatool.render.signs import (
    SCALE,
    WHITE,
    Colour,
    Rect,
    draw_exit,
    draw_object,
    draw_player,
)
from gbatool.render.view import ENTER_FACING, MapView

Draw = Callable[[ImageDraw.ImageDraw, Rect], None]

ENLARGED = 2
REAL_TILE = 16 * ENLARGED
"""Pixels of a tile in the picture: whole multiples of the game's, so that nothing is blurred."""

BLOCKED: Colour = (206, 26, 64)
STRIPE_EVERY, STRIPE_WIDTH = 8, 2  # a stripe goes on in the next tile: REAL_TILE is a multiple
STRIPE_ALPHA, BETWEEN_ALPHA, EDGE_ALPHA = 130, 30, 220
EDGE = 2
HALO = 5  # pixels of the enlarged drawing, odd


def tiles_board(view: MapView, pixels: Pixels) -> Image.Image:
    """The map's own tiles, with collision, exits, object events and the player on them.

    Args:
        view: What to draw on the tiles.
        pixels: The map as :func:`gbatool.decode.tileset.decode_map_pixels` draws it.
    """
    board = Image.fromarray(pixels.repeat(ENLARGED, axis=0).repeat(ENLARGED, axis=1))
    blocked = Image.fromarray(_blocked(view), "RGBA")
    board.paste(blocked, (0, 0), blocked)

    def put(x: int, y: int, draw: Draw) -> None:
        sign = _sign(draw)
        left, top = (x - view.columns[0]) * REAL_TILE, (y - view.rows[0]) * REAL_TILE
        board.paste(sign, (left, top), sign)

    for warp in view.warps():
        put(warp.x, warp.y, partial(draw_exit, facing=ENTER_FACING.get(warp.enter)))
    for event in view.visible_objects():
        put(event.x, event.y, partial(draw_object, facing=event.facing))
    if view.player is not None:
        put(view.player.x, view.player.y, partial(draw_player, facing=view.player.facing))
    return board


def draw_blocked(image: Image.Image) -> None:
    """Fill a picture of paper with what marks a blocked tile, for the legend."""
    stripes = Image.fromarray(_stripes(image.height, image.width), "RGBA")
    image.paste(stripes, (0, 0), stripes)


def _sign(draw: Draw) -> Image.Image:
    """A sign of one tile, with a light rim so that it stands out from whatever is under it."""
    side = REAL_TILE * SCALE
    sign = Image.new("RGBA", (side, side))
    margin = SCALE * 2
    draw(ImageDraw.Draw(sign), (margin, margin, side - 1 - margin, side - 1 - margin))
    rim = Image.new("RGBA", (side, side), (*WHITE, 0))
    rim.putalpha(sign.getchannel("A").filter(ImageFilter.MaxFilter(HALO)))
    rim.alpha_composite(sign)
    return rim.resize((REAL_TILE, REAL_TILE), Image.Resampling.LANCZOS)


def _blocked(view: MapView) -> Pixels:
    """RGBA for the whole board: stripes on tiles with collision, and an edge around them."""
    closed = np.array([[not view.grid.is_open(x, y) for x in view.columns] for y in view.rows])
    mask = closed.repeat(REAL_TILE, axis=0).repeat(REAL_TILE, axis=1)
    drawn = _stripes(*mask.shape)
    drawn[~mask] = 0
    around = np.pad(mask, EDGE, mode="edge")
    height, width = mask.shape
    edge = np.zeros_like(mask)
    for down, right in ((0, EDGE), (2 * EDGE, EDGE), (EDGE, 0), (EDGE, 2 * EDGE)):
        edge |= ~around[down : down + height, right : right + width]
    drawn[mask & edge, 3] = EDGE_ALPHA
    return drawn


def _stripes(height: int, width: int) -> Pixels:
    drawn = np.empty((height, width, 4), np.uint8)
    drawn[..., :3] = BLOCKED
    y, x = np.ogrid[:height, :width]
    striped = (x + y) % STRIPE_EVERY < STRIPE_WIDTH
    drawn[..., 3] = np.where(striped, STRIPE_ALPHA, BETWEEN_ALPHA)
    return drawn
