"""How a map's graphics are laid out: tiles, palettes, metatiles. Sizes differ between families.

Sources: ``include/fieldmap.h`` and ``src/fieldmap.c`` of the public decompilations, and the
console's own formats of tiles, colours and tile map entries.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TILE_SIDE, TILE_BYTES = 8, 32
"""A tile is 8 x 8 pixels of four bits, two pixels a byte, the left one in the low nibble."""
METATILE_SIDE = 2 * TILE_SIDE
TILES_TOTAL = 1024
PALETTES, COLOURS = 16, 16
COLOUR = np.dtype("<u2")
"""Five bits each of red, green and blue, red lowest; the highest bit means nothing."""
CHANNEL_BITS, CHANNEL_MASK = 5, 0x1F

ENTRY = np.dtype("<u2")
ENTRIES = 8
"""Entries of a metatile: its bottom layer's four tiles, row by row, then its top layer's."""
ENTRY_TILE, ENTRY_FLIP_X, ENTRY_FLIP_Y, ENTRY_PALETTE_SHIFT = 0x3FF, 1 << 10, 1 << 11, 12

LZ77_MARK = 0x10
LZ77_HEADER = 4
LZ77_SHORTEST, LZ77_NEAREST = 3, 1
"""What the stored length and distance of a copy are counted from."""
LARGEST_TILES = 0x10000
"""Bytes that a packed tileset may unpack to: all of the console's background memory."""


@dataclass(frozen=True, slots=True)
class TilesetShares:
    """How the two tilesets of a map share what there is.

    Attributes:
        primary_tiles: Tiles of the primary tileset; the secondary one has the others.
        primary_palettes: Palettes of the primary tileset.
        palettes: Palettes of both together; those after them belong to text and menus.
    """

    primary_tiles: int
    primary_palettes: int
    palettes: int
