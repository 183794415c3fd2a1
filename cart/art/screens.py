"""Full-screen pictures: title and introduction; and the frames of windows."""

from __future__ import annotations

from math import sin

from cart.art.canvas import Canvas, TileBank, noise, palette
from cart.art.font import glyph
from cart.art.outdoor import PALETTES as OUTDOOR
from cart.art.outdoor import TREE, tree
from cart.art.people import LOOKS, frames

# Colour 1 paper, 2 ink, 3 shade, 4 arrow; the rest for frames.
UI_PALETTE = palette(
    "000000",
    "f8f8f8",
    "484850",
    "d0d0d8",
    "e05858",
    "4878c8",
    "a8c0e8",
    "2c4878",
    "b08850",
    "e0c080",
    "705030",
    "e8a8a8",
    "78c860",
    "f0d050",
    "ffffff",
    "202028",
)
SKY, LAND, TITLE = 0, 1, 2
TITLE_PALETTES = {
    0: palette("000000", "3058a0", "4070b8", "5890d0", "78b0e0", "a0cce8", "c8e4f0", "f0e8d0",
               "f8d8a8", "f8f8f0", "406890", "305878", "244860", "5888a8", "88b0c0"),
    1: OUTDOOR[TREE],
    2: palette("000000", "f8f8f0", "f8e088", "f0b848", "c88028", "784818", "383050", "585878",
               # The sky behind the letters.
               "3058a0", "4070b8", "5890d0", "78b0e0", "a0cce8"),
}  # fmt: skip


def frame(dark: int, mid: int, light: int) -> Canvas:
    """Nine tiles of a rounded window frame."""
    c = Canvas(24, 24, 1)
    for inset, color in enumerate((dark, mid, light, mid)):
        c.outline(inset + 2, inset + 2, 20 - 2 * inset, 20 - 2 * inset, color)
    c.rect(0, 0, 24, 2, 0).rect(0, 22, 24, 2, 0).rect(0, 0, 2, 24, 0).rect(22, 0, 2, 24, 0)
    for x, y in ((2, 2), (21, 2), (2, 21), (21, 21)):
        c.put(x, y, 0)
    for x, y in ((3, 3), (20, 3), (3, 20), (20, 20)):
        c.put(x, y, dark)
    return c


def ui_tiles() -> bytes:
    """Frame tiles: dialogue, menu, sign; nine each."""
    return b"".join(f.tiles() for f in (frame(7, 5, 6), frame(2, 3, 1), frame(10, 8, 9)))


def backdrop() -> tuple[bytes, list[int]]:
    """Four tiles of a leafy pattern and their palette."""
    c = Canvas(16, 16, 1)
    for x, y in ((3, 2), (11, 10)):
        for i in range(5):
            c.rect(x + abs(i - 2), y + i, 5 - 2 * abs(i - 2), 1, 2)
        c.put(x + 2, y + 5, 3)
        c.put(x + 1, y + 6, 3)
    return c.tiles(), palette("000000", "b8e0b0", "a4d49c", "90c488")


def cursor() -> Canvas:
    """The hand that points at a key."""
    c = Canvas(16, 16)
    for i in range(4):
        for x, y in (
            (i, 0),
            (15 - i, 0),
            (i, 15),
            (15 - i, 15),
            (0, i),
            (0, 15 - i),
            (15, i),
            (15, 15 - i),
        ):
            c.put(x, y, 1)
    return c.outline(1, 1, 3, 1, 2).outline(12, 14, 3, 1, 2)


CURSOR_PALETTE = palette("000000", "e04848", "f8a0a0")
Pixel = tuple[int, int]


class Screen:
    """240x160 pixels of (palette, colour); a tile takes the palette that most of it wants."""

    def __init__(self) -> None:
        self.pixels: list[list[Pixel]] = [[(0, 1)] * 240 for _ in range(160)]

    def put(self, x: int, y: int, color: int, pal: int) -> None:
        if 0 <= x < 240 and 0 <= y < 160:
            self.pixels[y][x] = (pal, color)

    def stamp(self, canvas: Canvas, x: int, y: int, pal: int, scale: int = 1) -> None:
        for j in range(canvas.height * scale):
            for i in range(canvas.width * scale):
                color = canvas.rows[j // scale][i // scale]
                if color:
                    self.put(x + i, y + j, color, pal)

    def build(self, palettes: dict[int, list[int]]) -> tuple[bytes, list[int]]:
        """Tiles and a 32x32 tilemap; colours of other palettes are matched to the nearest."""
        bank, cells = TileBank(), [0] * 1024
        for ty in range(20):
            for tx in range(30):
                block = [self.pixels[ty * 8 + j][tx * 8 + i] for j in range(8) for i in range(8)]
                pals = [pal for pal, _ in block]
                pal = max(sorted(set(pals)), key=pals.count)
                tile = Canvas(8, 8)
                for n, (own, color) in enumerate(block):
                    fitted = color if own == pal else _nearest(palettes[own][color], palettes[pal])
                    tile.rows[n // 8][n % 8] = fitted
                cells[ty * 32 + tx] = bank.entry(tile.tile(0, 0), pal)
        return bank.bytes(), cells


def _nearest(color: int, candidates: list[int]) -> int:
    def distance(other: int) -> int:
        return sum(((color >> s & 31) - (other >> s & 31)) ** 2 for s in (0, 5, 10))

    return min(range(1, 16), key=lambda i: distance(candidates[i]))


def _sky(screen: Screen) -> None:
    for y in range(160):
        for x in range(240):
            band = y * 7 / 100 + (noise(x, y, 2) / 255 - 0.5) * 0.5
            screen.put(x, y, min(7, max(1, int(band) + 1)), 0)


def _hills(screen: Screen) -> None:
    for x in range(240):
        far = 84 + int(9 * sin(x / 23) + 5 * sin(x / 9 + 2))
        near = 104 + int(7 * sin(x / 31 + 1) + 3 * sin(x / 11))
        for y in range(far, 160):
            screen.put(x, y, 14 if y < far + 2 else 13, 0)
        for y in range(near, 160):
            screen.put(x, y, 10 if y < near + 2 else 11, 0)
        ground = 124 + int(3 * sin(x / 40))
        for y in range(ground, 160):
            depth = y - ground + noise(x, y, 6) // 64
            screen.put(x, y, 1 if depth < 3 else 2 if depth < 12 else 3, 1)


def _write(screen: Screen, text: str, x: int, y: int, scale: int, colors: tuple[int, ...]) -> None:
    """Large letters with a vertical run of colours and a dark edge."""
    at = x
    for char in text:
        rows, width = glyph(char)
        cells = [(i, j) for j, bits in enumerate(rows) for i in range(8) if bits & 0x80 >> i]
        for grow in (2, 0):
            for i, j in cells:
                for b in range(-grow, scale + grow):
                    for a in range(-grow, scale + grow):
                        color = (
                            6 if grow else colors[min(len(colors) - 1, (j - 2) * len(colors) // 7)]
                        )
                        screen.put(at + i * scale + a, y + j * scale + b + (grow and 1), color, 2)
        at += width * scale


def title() -> tuple[bytes, list[int], dict[int, list[int]]]:
    """The title screen."""
    screen = Screen()
    _sky(screen)
    _hills(screen)
    whole = tree()
    for n, x in enumerate(range(-6, 240, 13)):
        if 70 < x < 160:
            continue
        screen.stamp(whole, x, 108 + (n * 7) % 12, 1)
    _write(screen, "MOSSVALE", 24, 18, 4, (1, 1, 2, 2, 3, 3, 4))
    return *screen.build(TITLE_PALETTES), TITLE_PALETTES


def battle() -> tuple[bytes, list[int], dict[int, list[int]]]:
    """The meadow where battles are fought, with a stand for each side."""
    screen = Screen()
    _sky(screen)
    for y in range(56, 160):
        for x in range(240):
            shade = 2 if (y // 6 + noise(x // 8, y // 6, 4) // 128) % 2 else 1
            screen.put(x, y, 3 if y < 58 else shade, 1)
    for cx, cy, rx, ry in ((172, 66, 56, 12), (62, 118, 66, 13)):
        for y in range(cy - ry, cy + ry + 1):
            for x in range(cx - rx, cx + rx + 1):
                edge = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2
                if edge <= 1:
                    screen.put(x, y, 4 if edge > 0.88 else 10 if edge < 0.55 else 1, 1)
    return *screen.build(TITLE_PALETTES), TITLE_PALETTES


def intro() -> tuple[bytes, list[int], dict[int, list[int]]]:
    """The picture behind the introduction."""
    sky = TITLE_PALETTES[0]
    # A person's palette has three colours to spare: what lies behind its edges.
    around = [sky[5], sky[11], sky[13]]
    palettes = TITLE_PALETTES | {
        number: LOOKS[look].palette()[:13] + around for number, look in ((3, 5), (4, 0))
    }
    screen = Screen()
    _sky(screen)
    _hills(screen)
    pictures = frames()
    screen.stamp(pictures[0].crop(0, 8, 16, 24), 84, 46, 3, 3)
    screen.stamp(pictures[0].crop(0, 8, 16, 24), 150, 70, 4, 2)
    return *screen.build(palettes), palettes
