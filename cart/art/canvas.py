"""A small indexed canvas, and the cutting of pictures into deduplicated 4-bit tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Rgb = tuple[int, int, int]


def bgr555(color: Rgb) -> int:
    """A 24-bit colour as the GBA stores it."""
    r, g, b = (c >> 3 for c in color)
    return r | g << 5 | b << 10


def palette(*colors: str) -> list[int]:
    """Sixteen entries from ``rrggbb`` strings; entry 0 is the transparent one."""
    rgb = [(int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in colors]
    return [bgr555(c) for c in rgb] + [0] * (16 - len(rgb))


def noise(x: int, y: int, seed: int = 0) -> int:
    """A repeatable 0..255 for a pixel."""
    value = (x * 374761393 + y * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    value = (value ^ value >> 13) * 1274126177 & 0xFFFFFFFF
    return (value ^ value >> 16) & 0xFF


class Canvas:
    """Pixels as palette indices, 0 transparent."""

    def __init__(self, width: int, height: int, fill: int = 0) -> None:
        self.width, self.height = width, height
        self.rows = [[fill] * width for _ in range(height)]

    def put(self, x: int, y: int, color: int) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = color

    def get(self, x: int, y: int) -> int:
        return self.rows[y][x] if 0 <= x < self.width and 0 <= y < self.height else 0

    def rect(self, x: int, y: int, width: int, height: int, color: int) -> Canvas:
        for j in range(y, y + height):
            for i in range(x, x + width):
                self.put(i, j, color)
        return self

    def outline(self, x: int, y: int, width: int, height: int, color: int) -> Canvas:
        self.rect(x, y, width, 1, color).rect(x, y + height - 1, width, 1, color)
        return self.rect(x, y, 1, height, color).rect(x + width - 1, y, 1, height, color)

    def paint(self, function: Callable[[int, int], int]) -> Canvas:
        """Sets each pixel to ``function(x, y)``; a negative answer leaves it."""
        for y in range(self.height):
            for x in range(self.width):
                color = function(x, y)
                if color >= 0:
                    self.rows[y][x] = color
        return self

    def stamp(self, other: Canvas, x: int = 0, y: int = 0) -> Canvas:
        """Draws the other canvas over this one; its index 0 is transparent."""
        for j in range(other.height):
            for i in range(other.width):
                if other.rows[j][i]:
                    self.put(x + i, y + j, other.rows[j][i])
        return self

    def crop(self, x: int, y: int, width: int, height: int) -> Canvas:
        part = Canvas(width, height)
        for j in range(height):
            for i in range(width):
                part.rows[j][i] = self.get(x + i, y + j)
        return part

    def mirror(self) -> Canvas:
        part = Canvas(self.width, self.height)
        part.rows = [row[::-1] for row in self.rows]
        return part

    def copy(self) -> Canvas:
        return self.crop(0, 0, self.width, self.height)

    def tile(self, tx: int, ty: int) -> bytes:
        """One 8x8 tile, four bits a pixel, left pixel in the low half."""
        out = bytearray()
        for y in range(ty * 8, ty * 8 + 8):
            for x in range(tx * 8, tx * 8 + 8, 2):
                out.append(self.get(x, y) | self.get(x + 1, y) << 4)
        return bytes(out)

    def tiles(self) -> bytes:
        """All tiles, row by row."""
        return b"".join(
            self.tile(x, y) for y in range(self.height // 8) for x in range(self.width // 8)
        )


def from_ascii(art: str, key: dict[str, int]) -> Canvas:
    """A canvas from lines of characters; ``.`` and space are transparent."""
    lines = art.strip("\n").split("\n")
    width = max(len(line) for line in lines)
    canvas = Canvas(width, len(lines))
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if char not in ". ":
                canvas.rows[y][x] = key[char]
    return canvas


def _flip(tile: bytes, *, horizontal: bool, vertical: bool) -> bytes:
    rows = [tile[i : i + 4] for i in range(0, 32, 4)]
    if vertical:
        rows.reverse()
    if horizontal:
        rows = [bytes((b >> 4 | (b & 15) << 4) for b in reversed(row)) for row in rows]
    return b"".join(rows)


@dataclass
class TileBank:
    """Tiles without repeats; a picture becomes entries (number, flips) into it."""

    first: int = 0
    data: list[bytes] = field(default_factory=lambda: [bytes(32)])
    index: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, tile in enumerate(self.data):
            self._learn(tile, number)

    def _learn(self, tile: bytes, number: int) -> None:
        for flips in range(4):
            flipped = _flip(tile, horizontal=bool(flips & 1), vertical=bool(flips & 2))
            self.index.setdefault(flipped, number | flips << 10)

    def entry(self, tile: bytes, pal: int) -> int:
        """The tilemap entry that shows this tile."""
        if tile not in self.index:
            self.data.append(tile)
            self._learn(tile, len(self.data) - 1)
        found = self.index[tile]
        return (found & 0x3FF) + self.first | (found & 0xC00) | pal << 12

    def bytes(self) -> bytes:
        return b"".join(self.data)


def lz77(data: bytes) -> bytes:
    """Compressed for the BIOS call that decompresses to video memory (type 0x10)."""
    out = bytearray((0x10 | len(data) << 8).to_bytes(4, "little"))
    at = 0
    while at < len(data):
        flags, body = 0, bytearray()
        for bit in range(8):
            if at >= len(data):
                break
            length, distance = _match(data, at)
            if length >= 3:
                flags |= 0x80 >> bit
                body += bytes((length - 3 << 4 | distance - 1 >> 8, distance - 1 & 0xFF))
                at += length
            else:
                body.append(data[at])
                at += 1
        out.append(flags)
        out += body
    return bytes(out + bytes(-len(out) % 4))


def _match(data: bytes, at: int) -> tuple[int, int]:
    best, distance = 0, 0
    for length in range(3, min(18, len(data) - at) + 1):
        # A distance of 1 cannot be written to video memory, which takes half-words.
        found = data.rfind(data[at : at + length], max(0, at - 4096), at + length - 2)
        if found < 0:
            break
        best, distance = length, at - found
    return best, distance


def c_array(kind: str, name: str, values: Iterable[int | str], per_line: int = 16) -> str:
    """A C definition of a constant array of numbers or expressions, aligned for DMA."""
    numbers = [str(v) for v in values]
    lines = [", ".join(numbers[i : i + per_line]) for i in range(0, len(numbers), per_line)]
    return (
        f"const {kind} {name}[{len(numbers)}] __attribute__((aligned(4))) = {{\n    "
        + ",\n    ".join(lines)
        + "\n};\n"
    )
