"""The map as a picture: deterministic, large enough, and coloured by terrain."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from PIL import Image

from gbatool.decode.tileset import Pixels
from gbatool.engine import layouts
from gbatool.engine.families import FRLG
from gbatool.render import schematic
from gbatool.render.picture import map_picture, screenshot_picture
from gbatool.render.real_tiles import BLOCKED, REAL_TILE
from gbatool.render.schematic import SCHEMATIC_TILE as TILE
from gbatool.render.signs import EXIT, OBJECT, PLAYER, Colour
from gbatool.render.view import MapView
from tests.render.maps import ROWS, a_grid, a_view


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def board_of(view: MapView) -> tuple[Image.Image, int, int]:
    """The picture, and where its first tile is: the first wall's pixel on the diagonal."""
    image = opened(map_picture(view))
    top = 16 + 26 + 20
    for left in range(image.width):
        if is_near(image, (left, top + TILE // 2), schematic.WALL):
            return image, left, top
    raise AssertionError("no wall was drawn")


def is_near(image: Image.Image, at: tuple[int, int], colour: Colour) -> bool:
    """Whether a pixel has a colour, give or take what smoothing mixes in."""
    pixel = np.asarray(image)[at[1], at[0]].astype(int)
    return bool(np.abs(pixel - colour).max() <= 8)


def test_the_same_map_gives_the_same_bytes() -> None:
    assert map_picture(a_view()) == map_picture(a_view())


def test_every_tile_is_drawn_by_what_it_is() -> None:
    image, left, top = board_of(MapView("a map", FRLG, a_grid()))
    colours = {
        "#": schematic.WALL,
        "D": schematic.WALL,
        ".": schematic.FLOOR,
        "~": schematic.WATER,
        ",": schematic.GRASS,
        "v": schematic.LEDGE,
        "!": schematic.FLOOR,
    }
    for y, row in enumerate(ROWS):
        for x, tile in enumerate(row):
            if tile in colours:
                # two pixels in from the left, halfway down: no ornament reaches there
                at = (left + x * TILE + 2, top + y * TILE + TILE // 2)
                assert is_near(image, at, colours[tile]), (x, y, tile)


def test_another_elevation_is_tinted() -> None:
    image, left, top = board_of(MapView("a map", FRLG, a_grid()))
    x, y = ROWS[3].index("5"), 3
    at = (left + x * TILE + TILE // 2, top + y * TILE + TILE // 2)
    assert not is_near(image, at, schematic.FLOOR)
    assert not is_near(image, at, schematic.WALL)


def test_the_player_and_object_events_are_drawn_on_their_tiles() -> None:
    view = a_view()
    assert view.player is not None
    image, left, top = board_of(view)
    at_player = (left + 4 * TILE + TILE // 2, top + 3 * TILE + 4)
    assert is_near(image, at_player, PLAYER)
    at_object = (left + 2 * TILE + 6, top + 3 * TILE + TILE // 2)
    assert is_near(image, at_object, OBJECT)


def tiles_of(view: MapView) -> Pixels:
    """Made-up tiles: every one of a grey of its own, as bright as its column and row say."""
    height, width = view.grid.height, view.grid.width
    grey = (np.add.outer(4 * np.arange(height), 4 * np.arange(width)) + 120).astype(np.uint8)
    cells = grey.repeat(16, axis=0).repeat(16, axis=1)
    return np.stack([cells] * 3, axis=-1)


def real_board(view: MapView) -> Pixels:
    """The board alone: below the title, its last row above the margin of the legend."""
    image = opened(map_picture(view, tiles_of(view)))
    width = view.grid.width * REAL_TILE
    left, top = (image.width - width + 30) // 2, 16 + 26 + 20
    pixels = np.asarray(image)
    return pixels[top : top + view.grid.height * REAL_TILE, left : left + width]


def test_the_maps_own_tiles_are_shown_as_they_are_where_nothing_lies_on_them() -> None:
    view = MapView("a map", FRLG, a_grid())
    board, tiles = real_board(view), tiles_of(view).repeat(2, axis=0).repeat(2, axis=1)
    for y, row in enumerate(ROWS):
        for x, tile in enumerate(row):
            cell = np.s_[y * REAL_TILE : (y + 1) * REAL_TILE, x * REAL_TILE : (x + 1) * REAL_TILE]
            assert (board[cell] == tiles[cell]).all() == (tile not in "#!D"), (x, y, tile)


def test_what_is_blocked_is_striped_and_edged_towards_what_is_open() -> None:
    board = real_board(MapView("a map", FRLG, a_grid())).astype(int)
    redness = board[..., 0] - board[..., 1]
    wall, edge = redness[: REAL_TILE - 2, : REAL_TILE - 2], redness[REAL_TILE - 1, REAL_TILE + 4]
    assert wall.min() > 0
    assert wall.max() > 2 * wall.min()
    assert edge > wall.max()
    assert BLOCKED[0] - BLOCKED[1] > edge


def test_an_undefined_cell_is_marked_as_blocked() -> None:
    view = MapView("a map", FRLG, a_grid())
    x, y = 6, 3
    assert ROWS[y][x] == "."
    assert real_board(view)[y * REAL_TILE + 3, x * REAL_TILE + 3, 1] == tiles_of(view)[48, 96, 1]
    view.grid.blocks[y + layouts.BORDER, x + layouts.BORDER] = layouts.UNDEFINED_BLOCK
    marked = real_board(view)[y * REAL_TILE + 3, x * REAL_TILE + 3].astype(int)
    assert marked[0] > marked[1]


def test_signs_lie_upon_the_tiles() -> None:
    board = real_board(a_view())
    for (x, y), colour in {(4, 3): PLAYER, (2, 3): OBJECT, (4, 5): EXIT, (1, 1): EXIT}.items():
        middle = board[y * REAL_TILE + 9, x * REAL_TILE + 6 : (x + 1) * REAL_TILE - 6].astype(int)
        assert (np.abs(middle - colour).max(axis=1) <= 8).any(), (x, y)


def test_what_could_not_be_read_makes_the_legend_longer() -> None:
    short = opened(map_picture(a_view()))
    long = opened(map_picture(replace(a_view(), missing=("exits not drawn: why",))))
    assert long.height > short.height


def test_a_screenshot_is_enlarged_without_smoothing() -> None:
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    image = opened(screenshot_picture(pixels, 4))
    assert image.size == (12, 8)
    assert image.getpixel((11, 7)) == image.getpixel((8, 4)) == tuple(pixels[1, 2])
