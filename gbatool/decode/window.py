"""Tell whether a window is on screen: what tells a box that is drawn from one that was closed.

The screen itself says so: putting a window on screen fills the cells of its background's tile map with
the numbers of its tiles, one after the other, and closing it takes them away. A snapshot without video
memory has only the window's pixels to go by.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gbatool.decode.fields import Record, read_entry, read_symbol
from gbatool.engine import layouts
from gbatool.errors import NotLoadedError
from gbatool.memory import RAM_REGIONS, Bytes, Screen, Snapshot
from gbatool.profile import Profile

WINDOWS, FIELD_WINDOW = "gWindows", "gFieldMessageBoxWindow"


def is_window_drawn(ram: Snapshot, profile: Profile, index: int) -> bool | None:
    """Whether a text window is on screen with something in it.

    Without video memory its pixels decide: opening and closing fill it with one colour, so between the
    two it is mostly background, but not only.

    Returns:
        None when the profile has no ``gWindows``.

    Raises:
        DecodeError: Its pixels lie outside RAM.
    """
    if not profile.has(WINDOWS):
        return None
    window = read_entry(ram, profile, WINDOWS, index, profile.structures.window)
    size = window["width"] * window["height"] * layouts.TILE_BYTES
    if not window["tile_data"] or not size or window["bg"] == layouts.NO_BACKGROUND:
        return False
    pointer = window.pointer(ram, "tile_data", size=size, regions=RAM_REGIONS, align=4)
    if ram.screen is not None:
        window.check("bg", 0, layouts.BACKGROUNDS - 1)
        return is_on_screen(ram.screen, window.values)
    pixels = ram.read(pointer, size)
    background = np.count_nonzero(pixels == layouts.WINDOW_BACKGROUND)
    return bool(size // 2 <= background < size)


def is_text_window_drawn(ram: Snapshot, profile: Profile, symbol: str) -> bool | None:
    """The same of a window of Ruby's or Sapphire's, whose text is drawn on screen directly.

    The first glyph of a text decides, at the place of messages: its cell in the tile map has the number
    of the tile that it was drawn on. In a battle the same window also prints the menus.

    Returns:
        None when the snapshot has no video memory.

    Raises:
        NotLoadedError: Another window's text, or a frame without one, stands at the field's place.
        DecodeError: Its tile map lies outside video memory.
        UnprovenSymbolError: The window is not proven in the profile.
    """
    window = read_symbol(ram, profile, symbol, profile.structures.text_window)
    if ram.screen is None:
        return None
    if not window["tile_map"]:
        return False
    row, column = layouts.MESSAGE_ROW, layouts.MESSAGE_COLUMN
    tile = _tile(ram.screen, window, row, column)
    by_place = window["text_mode"] == layouts.TILES_BY_PLACE
    first = row * window["columns"] + column if by_place else layouts.FIRST_GLYPH_TILE
    placed = (window["top"] // 8, window["left"] // 8) == (row, column)
    if placed and tile == window["tile_start"] + first:
        return True
    if tile and symbol == FIELD_WINDOW:
        observed, expected = f"tile {tile} at ({column}, {row})", "none, or its own text"
        raise window.error("tile_map", observed, expected, kind=NotLoadedError)
    return False


def is_menu_drawn(ram: Snapshot, profile: Profile, menu: Record) -> bool | None:
    """Whether the menu of the shared cursor is on screen.

    Args:
        ram: The snapshot.
        profile: Of its ROM.
        menu: ``sMenu``. Its place counts in pixels of its window; in Ruby and Sapphire, which draw it
            on the screen itself, in tiles.

    Returns:
        None when the profile or the snapshot can't tell.

    Raises:
        DecodeError: The window can't be right.
    """
    if profile.structures.prints_by_printers:
        return is_window_drawn(ram, profile, menu["window_id"] % layouts.WINDOW_COUNT)
    if ram.screen is None or not profile.has(FIELD_WINDOW):
        return None
    window = read_symbol(ram, profile, FIELD_WINDOW, profile.structures.text_window)
    return _tile(ram.screen, window, menu["top"], menu["left"]) > 0


def _tile(screen: Screen, window: Record, row: int, column: int) -> int:
    """The tile number in a cell of a text window's tile map; 0 out of view.

    Raises:
        DecodeError: The tile map lies outside video memory.
    """
    start = window["tile_map"] - layouts.VRAM_BASE
    if not 0 <= start <= len(screen.vram) - layouts.TILE_MAP_BYTES:
        raise window.error("tile_map", f"0x{window['tile_map']:08X}", "a tile map in video memory")
    if not _is_in_view(screen, start):
        return 0
    at = start + 2 * (row % layouts.TILE_MAP_COLUMNS * layouts.TILE_MAP_COLUMNS + column % 32)
    return int.from_bytes(screen.vram[at : at + 2].tobytes(), "little") & layouts.TILE_NUMBER


def _is_in_view(screen: Screen, tile_map: int) -> bool:
    """Whether the background with a tile map, by its offset in video memory, is shown unscrolled."""
    for background in range(layouts.BACKGROUNDS):
        control = int(screen.registers[layouts.BACKGROUND_CONTROL + background])
        shown = int(screen.registers[0]) >> (layouts.FIRST_BACKGROUND_BIT + background) & 1
        if shown and (control >> 8 & 31) * layouts.TILE_MAP_BYTES == tile_map:
            return not _scroll(screen, background)
    return False


def is_on_screen(screen: Screen, window: np.void) -> bool:
    """Whether most cells of a window show its own tiles, within the screen, and not in one colour.

    Args:
        screen: Video memory.
        window: A record of ``layouts.WINDOW``, whose background is one that there is.
    """
    background, columns, rows = (int(window[name]) for name in ("bg", "width", "height"))
    if not int(screen.registers[0]) >> (layouts.FIRST_BACKGROUND_BIT + background) & 1:
        return False
    control = _control(screen, window)
    top = (int(window["top"]) * 8 - _scroll(screen, background)) % (8 * _map_rows(control))
    if top + 8 * rows > layouts.SCREEN_ROWS * 8:
        return False
    numbers = _cells(screen, control, window) & layouts.TILE_NUMBER
    own = int(window["base_block"]) + np.arange(columns * rows).reshape(rows, columns)
    if np.count_nonzero(numbers == own) * 2 < own.size:
        return False
    pixels = tiles_on_screen(screen, window)
    return bool(pixels.size and (pixels != pixels[0]).any())


def tiles_on_screen(screen: Screen, window: np.void) -> Bytes:
    """The pixels of a window's tiles in video memory; see :func:`is_on_screen`."""
    size = int(window["width"]) * int(window["height"]) * layouts.TILE_BYTES
    block = (_control(screen, window) >> 2 & 3) * layouts.CHARACTER_BLOCK_BYTES
    start = block + int(window["base_block"]) * layouts.TILE_BYTES
    return screen.vram[start : start + size]


def _control(screen: Screen, window: np.void) -> int:
    """The control register of a window's background."""
    return int(screen.registers[layouts.BACKGROUND_CONTROL + int(window["bg"])])


def _scroll(screen: Screen, background: int) -> int:
    """How many pixels down a background is scrolled."""
    return int(screen.registers[layouts.BACKGROUND_SCROLL + 2 * background + 1])


def _map_rows(control: int) -> int:
    """Rows of a background's tile map."""
    return 64 if control >> 14 & 2 else 32


def _cells(screen: Screen, control: int, window: np.void) -> npt.NDArray[np.uint16]:
    """The cells of a tile map that a window covers; beyond its edges it begins again."""
    wide = control >> 14 & 1
    columns = (int(window["left"]) + np.arange(int(window["width"]))) % (64 if wide else 32)
    rows = (int(window["top"]) + np.arange(int(window["height"])))[:, None] % _map_rows(control)
    block = columns // 32 + rows // 32 * (1 + wide)
    cell = block * (layouts.TILE_MAP_BYTES // 2) + rows % 32 * 32 + columns % 32
    words = screen.vram.view("<u2")
    start = (control >> 8 & 31) * layouts.TILE_MAP_BYTES // 2
    found: npt.NDArray[np.uint16] = words[(start + cell) % len(words)]
    return found
