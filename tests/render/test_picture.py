"""The map as a picture: deterministic, big enough, and coloured by what the tiles are."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from PIL import Image

from gbatool.render import picture
from gbatool.render.picture import TILE, map_picture, screenshot_picture
from gbatool.render.view import MapView
from tests.render.maps import ROWS, a_grid, a_view


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def board_of(view: MapView) -> tuple[Image.Image, int, int]:
    """The picture, and where its first tile is: the first wall's pixel on the diagonal."""
    image = opened(map_picture(view))
    top = 16 + 26 + 20
    for left in range(image.width):
        if is_near(image, (left, top + TILE // 2), picture.WALL):
            return image, left, top
    raise AssertionError("no wall was drawn")


def is_near(image: Image.Image, at: tuple[int, int], colour: picture.Colour) -> bool:
    """Whether a pixel has a colour, give or take what smoothing mixes in."""
    pixel = np.asarray(image)[at[1], at[0]].astype(int)
    return bool(np.abs(pixel - colour).max() <= 8)


def test_the_same_map_gives_the_same_bytes() -> None:
    assert map_picture(a_view()) == map_picture(a_view())


def test_every_tile_is_drawn_by_what_it_is() -> None:
    image, left, top = board_of(MapView("a map", "frlg", a_grid()))
    colours = {
        "#": picture.WALL,
        "D": picture.WALL,
        ".": picture.FLOOR,
        "~": picture.WATER,
        ",": picture.GRASS,
        "v": picture.LEDGE,
        "!": picture.FLOOR,
    }
    for y, row in enumerate(ROWS):
        for x, tile in enumerate(row):
            if tile in colours:
                # two pixels in from the left, halfway down: no ornament reaches there
                at = (left + x * TILE + 2, top + y * TILE + TILE // 2)
                assert is_near(image, at, colours[tile]), (x, y, tile)


def test_another_elevation_is_tinted() -> None:
    image, left, top = board_of(MapView("a map", "frlg", a_grid()))
    x, y = ROWS[3].index("5"), 3
    at = (left + x * TILE + TILE // 2, top + y * TILE + TILE // 2)
    assert not is_near(image, at, picture.FLOOR)
    assert not is_near(image, at, picture.WALL)


def test_the_player_and_the_people_are_where_they_stand() -> None:
    view = a_view()
    assert view.player is not None
    image, left, top = board_of(view)
    at_player = (left + 4 * TILE + TILE // 2, top + 3 * TILE + 4)
    assert is_near(image, at_player, picture.PLAYER)
    at_person = (left + 2 * TILE + 6, top + 3 * TILE + TILE // 2)
    assert is_near(image, at_person, picture.PERSON)


def test_what_could_not_be_read_makes_the_legend_longer() -> None:
    short = opened(map_picture(a_view()))
    long = opened(map_picture(replace(a_view(), missing=("exits not drawn: why",))))
    assert long.height > short.height


def test_a_screenshot_is_enlarged_without_smoothing() -> None:
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    image = opened(screenshot_picture(pixels, 4))
    assert image.size == (12, 8)
    assert image.getpixel((11, 7)) == image.getpixel((8, 4)) == tuple(pixels[1, 2])
