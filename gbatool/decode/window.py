"""Tell whether a window is on screen: what tells a box that is drawn from one that was closed.

The screen itself says so: putting a window on screen fills the cells of its background's tile map with
the numbers of its tiles, one after the other, and closing it takes them away. A snapshot without video
memory has only the window's pixels to go by.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gbatool.decode.fields import read_entry, read_symbol
from gbatool.engine import layouts
from gbatool.memory import RAM_REGIONS, Bytes, Screen, Snapshot
from gbatool.profile import Profile

WINDOWS = "gWindows"


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

    Each of its cells has a number of its own, which stands in the tile map once a glyph was drawn there.

    Returns:
        None when the snapshot has no video memory.

    Raises:
        DecodeError: Its tile map lies outside video memory.
        UnprovenSymbolError: The window is not proven in the profile.
    """
    window = read_symbol(ram, profile, symbol, profile.structures.text_window)
    if ram.screen is None:
        return None
    if not window["tile_map"]:
        return False
    start = window["tile_map"] - layouts.VRAM_BASE
    if not 0 <= start <= len(ram.screen.vram) - layouts.TILE_MAP_BYTES:
        raise window.error("tile_map", f"0x{window['tile_map']:08X}", "a tile map in video memory")
    tile_map = ram.screen.vram[start : start + layouts.TILE_MAP_BYTES].view("<u2")
    cells = tile_map.reshape(-1, layouts.TILE_MAP_COLUMNS) & layouts.TILE_NUMBER
    columns, first = window["columns"], (window["left"] // 8, window["top"] // 8)
    rows = slice(first[1], first[1] + layouts.TEXT_WINDOW_ROWS)
    shown = cells[rows, first[0] : columns]
    numbers = np.arange(cells.shape[0])[rows, None] * columns + np.arange(first[0], columns)
    return bool(((shown == window["tile_start"] + numbers) & (shown != 0)).any())


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
