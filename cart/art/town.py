"""The secondary tileset of town and route: the houses."""

from __future__ import annotations

from cart.art.canvas import Canvas, palette
from cart.art.outdoor import GROUND, grass
from cart.art.tileset import Tileset

RED, BLUE = 7, 8
_WALLS = (
    "f8f0dc",
    "e4d4b8",
    "c4b090",
    "8c7858",
    "483830",
    "b8e0f0",
    "88b8d8",
    "d8a860",
    "a87840",
    "6c4828",
)
PALETTES = {
    RED: palette("000000", "f09078", "dc6858", "b44848", "803038", *_WALLS),
    BLUE: palette("000000", "98b8f0", "7090d8", "5070b0", "344c80", *_WALLS),
}
WIDTH, HEIGHT = 80, 64


def house() -> Canvas:
    """A house, 5x4 cells, its door in the second column of the last row."""
    c = Canvas(WIDTH, HEIGHT)
    for y in range(36):
        inset = max(0, 6 - y // 2)
        for x in range(inset, WIDTH - inset):
            shade = 1 if y < 4 else 2
            if y % 8 == 7 or (x + (y // 8 % 2) * 6) % 12 == 0:
                shade = 3
            c.put(x, y, shade)
        c.put(inset, y, 4)
        c.put(WIDTH - 1 - inset, y, 4)
    c.rect(6, 0, WIDTH - 12, 1, 4).rect(0, 33, WIDTH, 1, 3).rect(0, 34, WIDTH, 2, 4)
    c.rect(2, 36, WIDTH - 4, 28, 5)
    for y in range(36, 62, 5):
        c.rect(2, y + 4, WIDTH - 4, 1, 6)
    c.rect(2, 36, WIDTH - 4, 2, 8).rect(2, 38, WIDTH - 4, 1, 7).rect(2, 61, WIDTH - 4, 3, 7)
    c.outline(1, 36, WIDTH - 2, 28, 9)
    for x in (37, 58):
        c.rect(x, 42, 14, 13, 9).rect(x + 1, 43, 12, 11, 10)
        c.rect(x + 1, 49, 12, 5, 11).rect(x + 7, 43, 1, 11, 9).rect(x + 1, 48, 12, 1, 9)
        c.rect(x - 1, 55, 16, 2, 12).rect(x - 1, 57, 16, 1, 14)
    return c


def door(opened: int) -> Canvas:
    """The door cell: 0 shut, 1 open."""
    c = house().crop(16, 48, 16, 16)
    c.rect(1, 0, 14, 16, 9)
    if opened:
        c.rect(2, 1, 12, 15, 9).rect(3, 2, 10, 14, 14).rect(3, 12, 10, 4, 13)
    else:
        c.rect(2, 1, 12, 15, 13).rect(3, 2, 10, 14, 12)
        c.rect(5, 3, 6, 4, 10).outline(5, 3, 6, 4, 14).put(11, 10, 5)
    return c


def build() -> Tileset:
    """The tileset with all its metatiles."""
    ts = Tileset("Town", PALETTES, secondary=True)
    picture = house()
    for colour, name in ((RED, "red"), (BLUE, "blue")):
        for row in range(4):
            for col in range(5):
                part = picture.crop(col * 16, row * 16, 16, 16)
                if (row, col) == (3, 1):
                    behavior = 0x69
                    ts.add(f"{name}_door", (grass(), GROUND), (door(0), colour), behavior=behavior)
                    ts.add(
                        f"{name}_door_open", (grass(), GROUND), (door(1), colour), behavior=behavior
                    )
                else:
                    ts.add(f"{name}{row}{col}", (grass(), GROUND), (part, colour), over=row == 0)
    return ts
