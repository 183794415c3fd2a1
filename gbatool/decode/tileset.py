"""Decode what the loaded map looks like: its metatiles, drawn from the tilesets in the ROM.

A block of the map is a metatile of 16 x 16 pixels: two layers of four tiles, each turned as its
entry says and coloured by its palette. Colour 0 of a palette is transparent in both layers; what
shows through is the first colour of all, which the engine makes black. Object events are no part of
it, and an animated tile is shown as its tileset has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.decode.fields import Record, read_array, read_record
from gbatool.decode.header import decode_map_header
from gbatool.decode.lz77 import unpack_lz77
from gbatool.decode.map import decode_map_grid
from gbatool.engine import layouts, tilesets
from gbatool.errors import DecodeError
from gbatool.memory import ROM, Address, Snapshot
from gbatool.profile import Profile

Pixels = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.uint8]
Entries = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Graphics:
    """The graphics of a map: both tilesets, as the engine loads them.

    Attributes:
        tiles: Colour of each pixel in its palette: ``uint8`` of shape (1024, 8, 8). Those that
            no tileset has are empty: some of the engine's own maps use such tiles.
        palettes: RGB, ``uint8`` of shape (16, 16, 3).
        metatiles: Where the metatiles of the primary and of the secondary tileset begin.
    """

    tiles: Indices
    palettes: Pixels
    metatiles: tuple[Address, Address]


def decode_map_pixels(ram: Snapshot, profile: Profile) -> Pixels:
    """Draw the real map, border left out.

    Returns:
        RGB, ``uint8`` of shape (16 * height, 16 * width, 3); black where no metatile is defined.

    Raises:
        NotLoadedError: No map is loaded, or one is being loaded.
        DecodeError: A pointer, a size or packed data can't be right, or a metatile of the map
            uses a palette that its tilesets don't have.
        UnprovenSymbolError: ``gMapHeader`` or ``gBackupMapLayout`` is not proven in the profile.
    """
    grid = decode_map_grid(ram, profile)
    graphics = decode_graphics(ram, profile)
    blocks = grid.inner(grid.blocks)
    ids, places = np.unique(blocks & layouts.METATILE_MASK, return_inverse=True)
    defined = ids != layouts.UNDEFINED_BLOCK & layouts.METATILE_MASK
    side = tilesets.METATILE_SIDE
    drawn = np.zeros((len(ids), side, side, 3), np.uint8)
    drawn[defined] = draw_metatiles(ram, profile, graphics, ids[defined])
    rows, columns = blocks.shape
    cells = drawn[places.reshape(blocks.shape)]
    pixels: Pixels = cells.swapaxes(1, 2).reshape(rows * side, columns * side, 3)
    return pixels


def decode_graphics(ram: Snapshot, profile: Profile) -> Graphics:
    """Read and unpack both tilesets of the loaded map.

    Raises:
        NotLoadedError: No map was loaded since power-on.
        DecodeError: A pointer, a size or packed data can't be right.
        UnprovenSymbolError: ``gMapHeader`` is not proven in the profile.
    """
    header = decode_map_header(ram, profile)
    shares = profile.family.tileset_shares
    split = shares.primary_tiles
    tiles = np.zeros((tilesets.TILES_TOTAL, tilesets.TILE_SIDE, tilesets.TILE_SIDE), np.uint8)
    palettes = np.zeros((tilesets.PALETTES, tilesets.COLOURS, 3), np.uint8)
    metatiles: list[Address] = []
    for name, address, first, last, palette, end in (
        ("primary", header.primary_tileset, 0, split, 0, shares.primary_palettes),
        (
            "secondary",
            header.secondary_tileset,
            split,
            tilesets.TILES_TOTAL,
            shares.primary_palettes,
            shares.palettes,
        ),
    ):
        field = f"gMapHeader.mapLayout.{name}Tileset"
        record = read_record(ram, field, address, profile.family.tileset)
        found = _tiles(ram, record, last - first)
        tiles[first : first + len(found)] = found
        palettes[palette:end] = _palettes(ram, record, palette, end)
        metatiles.append(_metatiles(ram, record))
    palettes[0, 0] = 0
    return Graphics(tiles, palettes, (metatiles[0], metatiles[1]))


def draw_metatiles(
    ram: Snapshot, profile: Profile, graphics: Graphics, ids: npt.NDArray[np.integer]
) -> Pixels:
    """Draw metatiles by their ids.

    Returns:
        RGB, ``uint8`` of shape (len(ids), 16, 16, 3).

    Raises:
        DecodeError: One lies outside memory, or uses a palette that isn't there.
    """
    split = profile.family.primary_metatiles
    entries = np.zeros((len(ids), tilesets.ENTRIES), np.uint16)
    for chosen, first, base in (
        (ids < split, 0, graphics.metatiles[0]),
        (ids >= split, split, graphics.metatiles[1]),
    ):
        numbers = ids[chosen].astype(int) - first
        if numbers.size:
            entries[chosen] = _entries(ram, base, numbers)
            _check_palettes(profile, graphics, base, numbers, entries[chosen])
    indices = _turned(graphics.tiles, entries)
    colours = graphics.palettes[
        (entries >> tilesets.ENTRY_PALETTE_SHIFT)[:, :, np.newaxis, np.newaxis], indices
    ]
    bottom, top = colours[:, :4], colours[:, 4:]
    both = np.where((indices[:, 4:] != 0)[..., np.newaxis], top, bottom)
    both[(indices[:, :4] == 0) & (indices[:, 4:] == 0)] = graphics.palettes[0, 0]
    side = tilesets.TILE_SIDE
    quarters = both.reshape(len(ids), 2, 2, side, side, 3)
    drawn: Pixels = quarters.swapaxes(2, 3).reshape(len(ids), 2 * side, 2 * side, 3)
    return drawn


def _entries(ram: Snapshot, base: Address, numbers: npt.NDArray[np.integer]) -> Entries:
    count = (int(numbers.max()) + 1) * tilesets.ENTRIES
    table = read_array(ram, "Tileset.metatiles", base, tilesets.ENTRY, count)
    found: Entries = table.reshape(-1, tilesets.ENTRIES)[numbers]
    return found


def _check_palettes(
    profile: Profile,
    graphics: Graphics,
    base: Address,
    numbers: npt.NDArray[np.integer],
    entries: Entries,
) -> None:
    """Refuse a palette that isn't there, unless there is nothing to colour with it."""
    last = profile.family.tileset_shares.palettes - 1
    palettes = entries >> tilesets.ENTRY_PALETTE_SHIFT
    drawn = graphics.tiles[entries & tilesets.ENTRY_TILE].any(axis=(2, 3))
    for row, entry in np.argwhere(drawn & (palettes > last)).tolist():
        number = int(numbers[row])
        raise DecodeError(
            f"Tileset.metatiles[{number}][{entry}].palette",
            base + (number * tilesets.ENTRIES + entry) * tilesets.ENTRY.itemsize,
            observed=int(palettes[row, entry]),
            expected=f"0 to {last}",
        )


def _turned(tiles: Indices, entries: Entries) -> Indices:
    """The tiles of each entry, turned over as it says."""
    found = tiles[entries & tilesets.ENTRY_TILE]
    flip_x, flip_y = (
        (entries & flag != 0)[:, :, np.newaxis, np.newaxis]
        for flag in (tilesets.ENTRY_FLIP_X, tilesets.ENTRY_FLIP_Y)
    )
    found = np.where(flip_x, found[..., ::-1], found)
    turned: Indices = np.where(flip_y, found[..., ::-1, :], found)
    return turned


def _tiles(ram: Snapshot, record: Record, most: int) -> Indices:
    """The tiles of a tileset, unpacked: as many as it has, ``most`` at most."""
    field = record.called("tiles")
    packed = record.check("is_compressed", 0, 1, called="tiles.isCompressed")
    pointer = record.pointer(ram, "tiles", size=tilesets.TILE_BYTES, align=4)
    if packed:
        data = unpack_lz77(ram, field, pointer, tilesets.LARGEST_TILES)
    else:  # its size stands nowhere: the engine copies as much as there is room for
        available = ROM.base + len(ram.rom) - pointer
        data = ram.read(pointer, min(available, most * tilesets.TILE_BYTES)).tobytes()
    count = min(most, len(data) // tilesets.TILE_BYTES)
    pairs = np.frombuffer(data, np.uint8, count * tilesets.TILE_BYTES)
    pixels = np.stack((pairs & 0xF, pairs >> 4), axis=-1)
    tiles: Indices = pixels.reshape(count, tilesets.TILE_SIDE, tilesets.TILE_SIDE)
    return tiles


def _palettes(ram: Snapshot, record: Record, first: int, end: int) -> Pixels:
    """Palettes ``first`` to ``end`` of a tileset's own table, which has room for all of them."""
    field, size = record.called("palettes"), tilesets.COLOURS * tilesets.COLOUR.itemsize
    pointer = record.pointer(ram, "palettes", size=end * size, align=2)
    count = (end - first) * tilesets.COLOURS
    words = read_array(ram, field, pointer + first * size, tilesets.COLOUR, count)
    shifts = np.arange(3) * tilesets.CHANNEL_BITS
    channels = (words[:, np.newaxis] >> shifts & tilesets.CHANNEL_MASK).astype(np.uint8)
    colours: Pixels = (channels << 3 | channels >> 2).reshape(end - first, tilesets.COLOURS, 3)
    return colours


def _metatiles(ram: Snapshot, record: Record) -> Address:
    """Where a tileset's metatiles begin; how many there are stands nowhere."""
    size = tilesets.ENTRIES * tilesets.ENTRY.itemsize
    return record.pointer(ram, "metatiles", size=size, align=2)
