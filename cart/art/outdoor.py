"""The primary tileset: grass, paths, trees, water, fences, signs, ledges, a bridge."""

from __future__ import annotations

from cart.art.canvas import Canvas, from_ascii, noise, palette
from cart.art.tileset import Layer, Tileset

GROUND, TREE, WATER, WOOD = 0, 1, 2, 3
PALETTES = {
    GROUND: palette(
        "000000", "a4dc84", "90d070", "7cc05c", "5c9c48", "f4e4b0", "e8d094", "d4b478", "b49058",
        "f06868", "f8e068", "ffffff", "7890f0", "c8c8b8", "98988c", "404838",
    ),
    TREE: palette(
        "000000", "8cd468", "60b450", "40904a", "2c6c40", "1c4830", "bc8c58", "946438", "64442c",
        "5c9c48", "b0e488", "90d070",
    ),
    WATER: palette(
        "000000", "b8e8f8", "80c4f0", "60a8e8", "4888d0", "ffffff", "d4b478", "b49058", "3868a8",
        "90d070", "7cc05c",
    ),
    WOOD: palette(
        "000000", "d8b078", "b88850", "8c6038", "5c4028", "f8f0d8", "ffffff", "a8a8a8", "707078",
        "404048", "e8d094", "c8a068", "90d070", "5c9c48", "d4b478",
    ),
}  # fmt: skip


def grass(seed: int = 0) -> Canvas:
    """Plain grass with a few blades."""
    canvas = Canvas(16, 16, 2)
    for i in range(5):
        x, y = noise(i, seed, 7) % 14, noise(i, seed, 8) % 14
        canvas.put(x, y, 3)
        canvas.put(x + 1, y + 1, 3)
        canvas.put(x + 2, y, 3)
        canvas.put(x + 1, y, 1)
    return canvas


def path(mask: int) -> Canvas:
    """Trodden earth; mask bits say where grass borders it: 1 N, 2 S, 4 W, 8 E."""
    canvas = Canvas(16, 16).paint(
        lambda x, y: 7 if noise(x, y, 3) < 10 else 5 if noise(x, y, 4) < 14 else 6
    )
    for i in range(16):
        depth = 2 + (noise(i // 2, mask, 5) & 1)
        for d in range(depth + 1):
            color = 8 if d == depth else 2 if d < depth - 1 else 3
            if mask & 1:
                canvas.put(i, d, color)
            if mask & 2:
                canvas.put(i, 15 - d, 7 if d == depth else color)
            if mask & 4:
                canvas.put(d, i, color)
            if mask & 8:
                canvas.put(15 - d, i, 7 if d == depth else color)
    for corner, (x, y) in {5: (0, 0), 9: (13, 0), 6: (0, 13), 10: (13, 13)}.items():
        if mask & corner == corner:
            canvas.rect(x, y, 3, 3, 2)
    return canvas


def water(mask: int) -> Canvas:
    """Water with ripples; mask bits say where land borders it: 1 N, 2 S, 4 W, 8 E."""

    def ripple(x: int, y: int) -> int:
        wave = (x + (y // 4) * 5) % 16
        if y % 4 == 1 and 3 <= wave <= 8:
            return 1 if 4 <= wave <= 7 else 2
        if y % 4 == 2 and 9 <= wave <= 12:
            return 4
        return 3

    canvas = Canvas(16, 16).paint(ripple)
    shores = {1: (9, 7, 6, 8, 4), 2: (9, 6, 5), 4: (9, 6, 1), 8: (9, 6, 1)}
    for bit, colors in shores.items():
        for depth, color in enumerate(colors if mask & bit else ()):
            for i in range(16):
                x, y = {1: (i, depth), 2: (i, 15 - depth), 4: (depth, i), 8: (15 - depth, i)}[bit]
                canvas.put(x, y, color)
    return canvas


TREE_ART = """
......5555......
....55aa1155....
...5aa111112 5..
..5a1111121225..
.5a111112122225.
.51112111222235.
5a1111112222 335
511121122232 335
5111122122223345
5212122222333345
5222222223233445
.52222323233445.
.53232333334445.
5333233334344445
5433343444444445
.54444444444445.
..55444444445...
....55577855....
.....567785.....
.....567785.....
....5667788 5...
...9567777859...
..99955555599...
....99999999....
"""


def tree() -> Canvas:
    """A tree, 16x24: the upper 8 rows lie on the cell above."""
    rows = [line.ljust(16, ".").replace(" ", "2") for line in TREE_ART.strip("\n").split("\n")]
    key = {str(i): i for i in range(1, 10)} | {"a": 10}
    return from_ascii("\n".join(rows), key)


FLOWER = """
................
..9.............
.9a9........c...
..9........cac..
..4.........c...
.34.........4...
............43..
................
................
......b.........
.....bab........
......b.....9...
......4....9a9..
......43....9...
............4...
................
"""

TALL_GRASS = """
................
..5....5.....5..
.525..525...525.
.52555215..5215.
5215.5215.52155.
.521552155215.5.
5215215215215215
5221521522152215
.5.5.5..5..5..5.
..5....5.....5..
.525..525...525.
.52555215..5215.
5215.5215.52155.
.521552155215.5.
5215215215215215
5221521522152215
"""

SIGN = """
................
..444444444444..
.41111111111114.
.42555555555524.
.42577757757524.
.42555555555524.
.42577577775524.
.42555555555524.
.43222222222234.
..444444444444..
......4224......
......4224......
......4324......
.....d4334d.....
....dd4444dd....
......dddd......
"""

FENCE = """
................
................
..444......444..
.41114....41114.
.41124444441124.
.41121111111124.
.41122222222124.
.41124333344124.
.41124444441124.
.41121111111124.
.41122222222124.
.43334444443334.
..444d....d444..
...ddd....ddd...
................
................
"""

FENCE_SIDE = """
......4444......
.....411114.....
.....411224.....
.....422224.....
.....433334.....
......4114......
......4124......
......4124......
.....444444.....
.....411114.....
.....411224.....
.....422224.....
.....433334.....
.....444444d....
......4124dd....
......4124d.....
"""


def ledge(end: int) -> Canvas:
    """A drop to the south; end 1 is the left end, 2 the right end."""
    canvas = Canvas(16, 16, 2)
    for x in range(16):
        wobble = noise(x // 3, end, 9) & 1
        for y, color in enumerate((1, 1, 3, 7, 7, 8, 15)):
            canvas.put(x, 5 + y + wobble, color)
        canvas.put(x, 13, 4 if x % 3 else 3)
    if end == 1:
        canvas.rect(0, 5, 2, 9, 2).rect(1, 7, 1, 6, 8)
    if end == 2:
        canvas.rect(14, 5, 2, 9, 2).rect(14, 7, 1, 6, 8)
    return canvas


def rock_wall(*, top: bool) -> Canvas:
    """Raised ground's face."""
    canvas = Canvas(16, 16).paint(
        lambda x, y: 15 if (y % 8 == 7 or (x + (y // 8) * 4) % 8 == 7) else
        8 if noise(x // 2, y // 2, 11) < 90 else 7
    )  # fmt: skip
    if top:
        canvas.rect(0, 0, 16, 3, 2).rect(0, 3, 16, 1, 4)
    return canvas


def plateau(mask: int) -> Canvas:
    """Raised ground; mask bits say where it ends: 1 N, 2 S, 4 W, 8 E."""
    canvas = Canvas(16, 16).paint(
        lambda x, y: 3 if noise(x, y, 20) < 10 else 1 if noise(x, y, 21) < 140 else 2
    )
    for i in range(16):
        if mask & 1:
            canvas.put(i, 0, 4)
            canvas.put(i, 1, 3)
        if mask & 4:
            for d, color in enumerate((15, 8, 7, 4)):
                canvas.put(d, i, color)
        if mask & 8:
            for d, color in enumerate((15, 8, 7, 4)):
                canvas.put(15 - d, i, color)
    return canvas


def ramp() -> Canvas:
    """Steps up to raised ground."""
    canvas = Canvas(16, 16, 7)
    for y in range(0, 16, 4):
        canvas.rect(0, y, 16, 2, 5).rect(0, y + 3, 16, 1, 8)
    return canvas.rect(0, 0, 1, 16, 8).rect(15, 0, 1, 16, 8)


def planks(rail: int) -> Canvas:
    """The bridge's planks; rail 1 on the north side, 2 on the south side."""
    canvas = Canvas(16, 16, 1)
    for x in range(0, 16, 4):
        canvas.rect(x + 3, 0, 1, 16, 3)
        canvas.rect(x, 0, 1, 16, 2)
    if rail & 1:
        canvas.rect(0, 0, 16, 1, 4).rect(0, 1, 16, 2, 2).rect(0, 3, 16, 1, 4)
    if rail & 2:
        canvas.rect(0, 12, 16, 1, 4).rect(0, 13, 16, 2, 2).rect(0, 15, 16, 1, 4)
    return canvas


def _key() -> dict[str, int]:
    return {str(i): i for i in range(1, 10)} | {c: 10 + i for i, c in enumerate("abcdef")}


def build() -> Tileset:
    """The tileset with all its metatiles."""
    ts = Tileset("Outdoor", PALETTES, secondary=False)
    key = _key()
    ground: Layer = (grass(), GROUND)
    whole = tree()
    lower, tip = whole.crop(0, 8, 16, 16), Canvas(16, 16).stamp(whole.crop(0, 0, 16, 8), 0, 8)
    ts.add("void", (Canvas(16, 16, 15), GROUND))
    for i in range(3):
        ts.add(f"grass{i}", (grass(i), GROUND))
    ts.add("flower", (grass(1).stamp(from_ascii(FLOWER, key)), GROUND))
    ts.add("tree", ground, (lower, TREE))
    ts.add("tree_more", ground, (lower.copy().stamp(tip), TREE))
    ts.add("grass_tip", ground, (tip, TREE), over=True)
    blades = from_ascii(TALL_GRASS, key)
    front = Canvas(16, 16).stamp(blades.crop(0, 9, 16, 7), 0, 9)
    tall: Layer = (Canvas(16, 16, 11).stamp(blades), TREE)
    ts.add("tall_grass", tall, (front, TREE), over=True, behavior=0x02, terrain=1, encounter=1)  # fmt: skip
    ts.add("sign", ground, (from_ascii(SIGN, key), WOOD), behavior=0x84)
    ts.add("board", ground, (from_ascii(SIGN, key), WOOD))
    ts.add("fence", ground, (from_ascii(FENCE, key), WOOD))
    ts.add("fence_side", ground, (from_ascii(FENCE_SIDE, key), WOOD))
    for end, name in enumerate(("ledge", "ledge_left", "ledge_right")):
        ts.add(name, (ledge(end), GROUND), behavior=0x3B)
    for mask in range(16):
        ts.add(f"path{mask}", (path(mask), GROUND))
    for mask in range(16):
        ts.add(f"water{mask}", (water(mask), WATER), behavior=0x10, terrain=2, encounter=2)
    ts.add("cliff_top", (rock_wall(top=True), GROUND))
    ts.add("cliff", (rock_wall(top=False), GROUND))
    for mask in range(16):
        ts.add(f"plateau{mask}", (plateau(mask), GROUND))
    ts.add("ramp", (ramp(), GROUND))
    for rail in range(4):
        ts.add(f"bridge{rail}", ground, (planks(rail), WOOD), over=True)
        ts.add(f"bridge_path{rail}", (path(0), GROUND), (planks(rail), WOOD), over=True)
    ts.add("one_way", (path(3), GROUND), behavior=0x32)
    return ts
