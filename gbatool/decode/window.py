"""Tell whether a window is on screen: what tells a box that is drawn from one that was closed."""

from __future__ import annotations

import numpy as np

from gbatool.decode.fields import Record, read_entry, read_record
from gbatool.engine import layouts
from gbatool.engine.layouts import entry_address
from gbatool.memory import RAM_REGIONS, Snapshot
from gbatool.profile import Profile


def is_window_drawn(ram: Snapshot, profile: Profile, index: int) -> bool | None:
    """Whether a text window is on screen with something in it.

    Its background's tile map says so, where ``sGpuBgConfigs2`` is known: closing a window clears
    its cells. Otherwise its pixels do: opening and closing fill it with one colour, so between the
    two it is mostly background, but not only. (A window in which nothing was printed since the map
    was loaded holds whatever was in that memory before: that is not mostly background.)

    Returns:
        None when the profile has no ``gWindows``.

    Raises:
        DecodeError: Its pixels or its tile map lie outside RAM.
    """
    if not profile.has("gWindows"):
        return None
    window = read_entry(ram, profile, "gWindows", index, profile.structures.window)
    size = window["width"] * window["height"] * layouts.TILE_BYTES
    if not window["tile_data"] or not size or window["bg"] == layouts.NO_BACKGROUND:
        return False
    pointer = window.pointer(ram, "tile_data", size=size, regions=RAM_REGIONS, align=4)
    if profile.has("sGpuBgConfigs2"):
        return _is_in_tile_map(ram, profile, window)
    pixels = ram.read(pointer, size)
    background = np.count_nonzero(pixels == layouts.WINDOW_BACKGROUND)
    return bool(size // 2 <= background < size)


def _is_in_tile_map(ram: Snapshot, profile: Profile, window: Record) -> bool:
    background, layout = (
        window.check("bg", 0, layouts.BACKGROUNDS - 1),
        profile.structures.bg_config,
    )
    at = entry_address(profile.address("sGpuBgConfigs2"), layout, background)
    config = read_record(ram, "sGpuBgConfigs2", at, layout)
    if not config["tilemap"]:
        return False
    offset = 2 * (window["top"] * layouts.TILE_MAP_COLUMNS + window["left"])
    cell = config.pointer(ram, "tilemap", size=offset + 2, regions=RAM_REGIONS, align=2) + offset
    base = (config["flags"] + window["base_block"]) & layouts.TILE_NUMBER
    return ram.u16(cell) & layouts.TILE_NUMBER == base
