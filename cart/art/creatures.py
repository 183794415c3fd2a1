"""The creatures: 64x64 pictures from shaded ellipses, seen from the front and from behind."""

from __future__ import annotations

from math import hypot

from cart.art.canvas import Canvas, noise, palette

# Colours 1-4 and 5-8 are two ramps from light to dark, 9 outline, 10 white, 11 eye, 12 mouth,
# 13-15 a third ramp.
PALETTES = (
    palette("000000", "c8f098", "98d868", "68b048", "3c7838", "f0dca8", "d8b880", "b08c58", "806040",
            "283828", "ffffff", "302838", "d86060", "f8b0c0", "e87898", "b84870"),
    palette("000000", "e0d8c8", "b8b0a0", "908878", "605850", "c8b0d8", "a088b8", "786090", "504068",
            "302c30", "ffffff", "282028", "c05858", "f8e8a0", "d8c070", "a08840"),
    palette("000000", "c0f0f8", "88d0f0", "58a0e0", "3068b0", "f0f8ff", "c8e0f8", "98b8e0", "6888c0",
            "203858", "ffffff", "202840", "e07070", "f8f8c0", "e8e080", "b0a850"),
    palette("000000", "f8d890", "f8a850", "e07030", "a04020", "f8f0d8", "e8d0a8", "c0a078", "907050",
            "402018", "ffffff", "301818", "c03838", "f8f070", "f8c030", "e07818"),
    palette("000000", "f0ecf8", "d0c8e8", "a8a0d0", "7870a8", "e8f0f0", "c0d0d8", "98a8b8", "687888",
            "302c48", "ffffff", "282040", "a85080", "c8f0e0", "90d0c0", "509888"),
)  # fmt: skip
OUTLINE, WHITE, EYE, MOUTH = 9, 10, 11, 12


def blob(c: Canvas, cx: float, cy: float, rx: float, ry: float, ramp: int, rough: int = 0) -> None:
    """A shaded ellipse lit from the upper left, with a dark edge."""
    for y in range(c.height):
        for x in range(c.width):
            dx, dy = (x - cx) / rx, (y - cy) / ry
            edge = hypot(dx, dy) + (noise(x // 2, y // 2, rough) / 255 - 0.5) * 0.12 * bool(rough)
            if edge > 1:
                continue
            if edge > 1 - 1.6 / min(rx, ry):
                c.put(x, y, OUTLINE)
                continue
            light = hypot(dx + 0.42, dy + 0.5) + (0.06 if (x + y) & 1 else 0)
            shade = 0 if light < 0.45 else 1 if light < 0.9 else 2 if light < 1.25 else 3
            c.put(x, y, min(ramp + shade, 15))


def eyes(c: Canvas, x: int, y: int, gap: int) -> None:
    for at in (x - gap, x + gap):
        c.rect(at - 2, y - 3, 5, 7, EYE).rect(at - 1, y - 2, 2, 2, WHITE)
    c.rect(x - 2, y + 6, 5, 1, MOUTH).put(x - 3, y + 5, MOUTH)
    c.put(x + 3, y + 5, MOUTH)


def mossling(*, back: bool) -> Canvas:
    c = Canvas(64, 64)
    for x in (20, 42):
        blob(c, x, 56, 8, 5, 5)
    blob(c, 32, 40, 21, 20, 5)
    blob(c, 32, 26, 23, 16, 1, rough=3)
    blob(c, 14, 34, 7, 10, 1, rough=4)
    blob(c, 50, 34, 7, 10, 1, rough=5)
    blob(c, 32, 9, 4, 6, 1)
    blob(c, 38, 7, 6, 4, 13)
    if back:
        blob(c, 32, 34, 22, 20, 1, rough=6)
    else:
        eyes(c, 31, 43, 9)
    return c


def pebblit(*, back: bool) -> Canvas:
    c = Canvas(64, 64)
    for x, y, rx, ry in ((18, 54, 10, 8), (46, 54, 10, 8), (10, 40, 8, 9), (54, 40, 8, 9)):
        blob(c, x, y, rx, ry, 1, rough=9)
    blob(c, 32, 36, 22, 22, 1, rough=7)
    for x, y in ((22, 18), (41, 15), (33, 10)):
        blob(c, x, y, 5, 8, 5)
    if not back:
        eyes(c, 32, 37, 9)
    return c


def dampfly(*, back: bool) -> Canvas:
    c = Canvas(64, 64)
    for x, tilt in ((12, -1), (52, 1)):
        blob(c, x, 24, 12, 9, 5)
        blob(c, x - tilt * 3, 38, 9, 6, 5)
    blob(c, 32, 36, 15, 19, 1)
    blob(c, 32, 16, 6, 9, 1)
    if not back:
        eyes(c, 32, 34, 7)
    blob(c, 32, 52, 9, 5, 13)
    return c


def embermouse(*, back: bool) -> Canvas:
    c = Canvas(64, 64)
    blob(c, 52, 46, 6, 12, 13, rough=3)
    blob(c, 54, 34, 4, 7, 13)
    for x in (16, 46):
        blob(c, x, 18, 9, 10, 1)
        blob(c, x, 19, 5, 6, 5)
    for x in (22, 42):
        blob(c, x, 58, 8, 4, 5)
    blob(c, 32, 44, 18, 16, 1)
    blob(c, 31, 29, 17, 14, 1)
    if not back:
        blob(c, 32, 47, 11, 10, 5)
        eyes(c, 31, 29, 8)
    return c


def fogwisp(*, back: bool) -> Canvas:
    c = Canvas(64, 64)
    for x, y, r in ((14, 50, 9), (28, 55, 9), (44, 54, 10), (54, 44, 7)):
        blob(c, x, y, r, r * 0.7, 5, rough=2)
    blob(c, 32, 32, 22, 24, 1, rough=8)
    blob(c, 44, 10, 7, 7, 1, rough=2)
    if not back:
        eyes(c, 30, 30, 9)
    return c


DRAWN = (mossling, pebblit, dampfly, embermouse, fogwisp)


def pictures() -> list[Canvas]:
    """Front and back of each species, in the order of their numbers."""
    return [draw(back=back) for draw in DRAWN for back in (False, True)]
