"""The secondary tileset of the cave: its floor, rock with edges, and the way out."""

from __future__ import annotations

from cart.art.canvas import Canvas, noise, palette
from cart.art.tileset import Layer, Tileset

ROCK = 7
PALETTES = {
    ROCK: palette(
        "000000", "c8a888", "b89478", "a48068", "8c6c58", "70543f", "543e34", "3c2c28", "282020",
        "f8f0c8", "e8d8a0",
    ),
}  # fmt: skip


def floor(*, stones: bool = False) -> Canvas:
    """Trodden rock, with or without loose stones."""
    canvas = Canvas(16, 16).paint(
        lambda x, y: 3 if noise(x, y, 30) < 14 else 1 if noise(x, y, 31) < 20 else 2
    )
    if stones:
        for x, y in ((3, 4), (10, 7), (5, 11)):
            canvas.rect(x, y, 3, 2, 4).put(x, y, 1)
            canvas.rect(x, y + 2, 3, 1, 5)
    return canvas


def rock(mask: int) -> Canvas:
    """Solid rock; mask bits say where the floor borders it: 1 N, 2 S, 4 W, 8 E."""
    canvas = Canvas(16, 16).paint(lambda x, y: 8 if noise(x // 2, y // 2, 32) < 60 else 7)
    edges = {1: (5, 4, 6), 2: (6, 4, 4, 5, 4, 5, 6), 4: (5, 6), 8: (5, 6)}
    for bit, colors in edges.items():
        for depth, color in enumerate(colors if mask & bit else ()):
            for i in range(16):
                x, y = {1: (i, depth), 2: (i, 15 - depth), 4: (depth, i), 8: (15 - depth, i)}[bit]
                canvas.put(x, y, color)
    return canvas


def mouth() -> Canvas:
    """Daylight in a gap of the rock."""
    canvas = rock(3).rect(2, 1, 12, 15, 6).rect(3, 2, 10, 14, 10)
    return canvas.rect(5, 3, 6, 13, 9)


def build() -> Tileset:
    """The tileset with all its metatiles."""
    ts = Tileset("Cave", PALETTES, secondary=True)
    for name, stones in (("cave_floor", False), ("cave_stones", True)):
        ground: Layer = (floor(stones=stones), ROCK)
        ts.add(name, ground, behavior=0x08, encounter=1)
    for mask in range(16):
        ts.add(f"rock{mask}", (rock(mask), ROCK))
    ts.add("mouth", (mouth(), ROCK), behavior=0x60)
    return ts
