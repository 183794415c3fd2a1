"""Read a window's pixels: what tells a box that is drawn from one that was closed."""

from __future__ import annotations

from gbatool.decode.fields import check_ram_pointer, read_record
from gbatool.engine import layouts
from gbatool.memory import Bytes, Snapshot
from gbatool.profile import Profile


def window_pixels(ram: Snapshot, profile: Profile, index: int) -> Bytes | None:
    """The pixel buffer of a window, two pixels a byte, 32 bytes a tile.

    None when the window is not allocated, or the profile has no ``gWindows``.

    Raises:
        DecodeError: Its buffer lies outside RAM.
    """
    if not profile.has("gWindows"):
        return None
    field = f"gWindows[{index}]"
    address = profile.address("gWindows") + index * layouts.WINDOW.itemsize
    window = read_record(ram, field, address, layouts.WINDOW)
    size = int(window["width"]) * int(window["height"]) * layouts.TILE_BYTES
    if not int(window["tiles"]) or not size:
        return None
    pointer = check_ram_pointer(
        ram, f"{field}.tileData", address + 8, int(window["tiles"]), size=size, align=4
    )
    return ram.read(pointer, size)
