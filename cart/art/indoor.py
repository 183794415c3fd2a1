"""The secondary tileset of rooms."""

from __future__ import annotations

from cart.art.canvas import Canvas, from_ascii, palette
from cart.art.tileset import Tileset

FLOOR, THINGS = 7, 8
PALETTES = {
    FLOOR: palette(
        "000000", "f0d8a8", "e0c08c", "c8a470", "a07c50", "f8f4e4", "e4dcc4", "c4b89c", "8c7c64",
        "483c34", "e88078", "c85858", "984040", "f8d0b0", "b4d8a0", "88b878",
    ),
    THINGS: palette(
        "000000", "d8a868", "b08048", "805830", "503820", "f8f8f8", "d0d8e8", "98a8c8", "6070a0",
        "384060", "f0a0a8", "d87080", "78c878", "489850", "f8e070", "282830",
    ),
}  # fmt: skip


def floor() -> Canvas:
    c = Canvas(16, 16, 2)
    for y in range(0, 16, 4):
        c.rect(0, y + 3, 16, 1, 3).rect(0, y, 16, 1, 1)
        c.rect((y * 3) % 16, y, 1, 4, 3)
    return c


def wall(*, base: bool) -> Canvas:
    c = Canvas(16, 16, 5)
    for x in range(0, 16, 8):
        c.rect(x + 3, 0, 2, 16, 6)
    if base:
        c.rect(0, 9, 16, 1, 8).rect(0, 10, 16, 4, 4).rect(0, 10, 16, 1, 3).rect(0, 14, 16, 2, 9)
    else:
        c.rect(0, 0, 16, 3, 7).rect(0, 3, 16, 1, 8)
    return c


def rug(kind: int) -> Canvas:
    """A piece of carpet: bits 1 N, 2 S, 4 W, 8 E say where its edge is."""
    c = Canvas(16, 16, 10)
    for y in range(16):
        for x in range(16):
            if (x + y) % 8 == 0 or (x - y) % 8 == 0:
                c.put(x, y, 11)
    for bit, (x, y, w, h) in {1: (0, 0, 16, 3), 2: (0, 13, 16, 3), 4: (0, 0, 3, 16),
                              8: (13, 0, 3, 16)}.items():  # fmt: skip
        if kind & bit:
            c.rect(x, y, w, h, 12).rect(x + (bit == 4), y + (bit == 1), max(1, w - 1) if w > 3 else 1,
                                        max(1, h - 1) if h > 3 else 1, 13)  # fmt: skip
    return c


def mat() -> Canvas:
    """The exit mat with its arrow."""
    c = floor().rect(1, 2, 14, 13, 12).rect(2, 3, 12, 11, 10)
    for i in range(4):
        c.rect(5 + i, 7 + i, 6 - 2 * i if i < 3 else 1, 1, 5)
    return c.rect(7, 4, 2, 4, 5)


def stairs(*, down: bool, east: bool) -> Canvas:
    """Stairs seen from the side; ``east``: they are entered going east."""
    c = Canvas(16, 16, 9 if down else 8)
    for i in range(4):
        x = i * 4
        top = 2 + 3 * i if down else 11 - 3 * i
        c.rect(x, top, 4, 16 - top, (3, 2, 2, 1)[i] if not down else (2, 3, 4, 8)[i])
        c.rect(x, top, 4, 1, 5).rect(x, top, 1, 16 - top, 4)
    return c if east else c.mirror()


BED = """
.44444444444444.
4155555555555514
4155555555555514
4155666666665514
4156655555566514
4156555555556514
4155666666665514
4188888888888814
4177777777777714
4176777677767714
4177777777777714
4177767776777714
4177777777777714
4176777677767714
4177777777777714
4177777777777714
4177767776777714
4177777777777714
4176777677767714
4177777777777714
4177777777777714
4188888888888814
4111111111111114
4122222222222214
.44444444444444.
"""
TV = """
................
...9........9...
....9......9....
.....9....9.....
.ffffffffffffff.
.f888888888888f.
.f8cccccccccc8f.
.f8cceeccccdc8f.
.f8ceeeecccdc8f.
.f8cceeccdddc8f.
.f8dddddddddd8f.
.f888888888888f.
.ffffffffffffff.
..4444444444444.
.41111111111114.
.44444444444444.
"""
PC = """
.99999999999....
.98888888889....
.98666666689....
.98655565689....
.98656666689....
.98666666689....
.98888888889....
.99999999999....
...97779........
..9999999999....
4444444444444444
4111111111111114
4122222222222214
4333333333333334
44f4444444444f44
.ff..........ff.
"""
PLANT = """
......dd........
..dd.dccd.ddd...
.dccddccddccd...
.dcccdcccccd....
..dccccdccdd....
.dddcccccdccd...
dccdcdccccccd...
dcccccdcddcd....
.dccddccdccd....
..dd.dccd.d.....
....4d4d4.......
...4111114......
...4bbbbb4......
...4aaabb4......
....4aab4.......
.....444........
"""
SHELF = """
4444444444444444
4111111111111114
4333333333333334
4bb7c5ab87cbb574
4bb7c5ab87cbb574
4bb7c5ab87cbb574
4222222222222224
43c8b75ea7cb8c34
43c8b75ea7cb8c34
43c8b75ea7cb8c34
4222222222222224
4b57ca8bc57ab854
4b57ca8bc57ab854
4b57ca8bc57ab854
4222222222222224
4444444444444444
"""
TABLE = """
.44444444444444.
4111111111111114
4111111111111114
4115551111111114
4155555111cc1114
415666511cccc114
4115551111dd1114
4111111111111114
4111111111111114
4222222222222224
4333333333333334
4444444444444444
.43..........34.
.43..........34.
.44..........44.
................
"""
WINDOW = """
................
................
..444444444444..
..4e5555555e54..
..456667666654..
..456676666754..
..456766667654..
..444444444444..
..456666676654..
..456666766654..
..455555555554..
..444444444444..
..122222222221..
................
................
................
"""


def build() -> Tileset:
    """The tileset with all its metatiles."""
    ts = Tileset("Indoor", PALETTES, secondary=True)
    key = {str(i): i for i in range(1, 10)} | {c: 10 + i for i, c in enumerate("abcdef")}
    plain = (floor(), FLOOR)
    ts.add("dark", (Canvas(16, 16, 9), FLOOR))
    ts.add("floor", plain)
    ts.add("wall", (wall(base=False), FLOOR))
    ts.add("wall_base", (wall(base=True), FLOOR))
    ts.add("window", (wall(base=False), FLOOR), (from_ascii(WINDOW, key), THINGS))
    for kind in range(16):
        ts.add(f"rug{kind}", (rug(kind), FLOOR))
    ts.add("mat", (mat(), FLOOR), behavior=0x65)
    ts.add("stairs_up_e", (stairs(down=False, east=True), FLOOR), behavior=0x6C)
    ts.add("stairs_up_w", (stairs(down=False, east=False), FLOOR), behavior=0x6D)
    ts.add("stairs_down_e", (stairs(down=True, east=True), FLOOR), behavior=0x6E)
    ts.add("stairs_down_w", (stairs(down=True, east=False), FLOOR), behavior=0x6F)
    bed = Canvas(16, 32).stamp(from_ascii(BED, key), 0, 4)
    ts.add("bed_top", plain, (bed.crop(0, 0, 16, 16), THINGS))
    ts.add("bed", plain, (bed.crop(0, 16, 16, 16), THINGS))
    ts.add("tv", plain, (from_ascii(TV, key), THINGS), behavior=0x86)
    ts.add("pc", plain, (from_ascii(PC, key), THINGS), behavior=0x83)
    ts.add("plant", plain, (from_ascii(PLANT, key), THINGS))
    ts.add("shelf", (wall(base=True), FLOOR), (from_ascii(SHELF, key), THINGS), behavior=0x81)
    ts.add("table", plain, (from_ascii(TABLE, key), THINGS), behavior=0x80)
    return ts
