"""Tell whether a window is on screen: what tells a box that is drawn from one that was closed."""

from __future__ import annotations

import numpy as np

from gbatool.decode.fields import check_ram_pointer, check_range, read_record
from gbatool.engine import layouts
from gbatool.engine.layouts import field_address
from gbatool.memory import Address, Snapshot
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
    field = f"gWindows[{index}]"
    layout = profile.structures.window
    address = profile.address("gWindows") + index * layout.itemsize
    window = read_record(ram, field, address, layout)
    size = int(window["width"]) * int(window["height"]) * layouts.TILE_BYTES
    if not int(window["tiles"]) or not size or int(window["bg"]) == layouts.NO_BACKGROUND:
        return False
    at = field_address(address, layout, "tiles")
    pointer = check_ram_pointer(
        ram, f"{field}.tileData", at, int(window["tiles"]), size=size, align=4
    )
    if profile.has("sGpuBgConfigs2"):
        return _is_in_tile_map(ram, profile, field, address, window)
    pixels = ram.read(pointer, size)
    background = np.count_nonzero(pixels == layouts.WINDOW_BACKGROUND)
    return bool(size // 2 <= background < size)


def _is_in_tile_map(
    ram: Snapshot, profile: Profile, field: str, address: Address, window: np.void
) -> bool:
    last = layouts.BACKGROUNDS - 1
    background = check_range(f"{field}.bg", address, int(window["bg"]), 0, last)
    layout = profile.structures.bg_config
    at = profile.address("sGpuBgConfigs2") + background * layout.itemsize
    config = read_record(ram, "sGpuBgConfigs2", at, layout)
    if not int(config["tile_map"]):
        return False
    cell = 2 * (int(window["top"]) * layouts.TILE_MAP_COLUMNS + int(window["left"]))
    tile_map = check_ram_pointer(
        ram,
        "sGpuBgConfigs2.tilemap",
        field_address(at, layout, "tile_map"),
        int(config["tile_map"]),
        size=cell + 2,
        align=2,
    )
    base = (int(config["flags"]) + int(window["base_block"])) & layouts.TILE_NUMBER
    return ram.u16(tile_map + cell) & layouts.TILE_NUMBER == base
