"""Put a sign with a script of a probe's own on the tile ahead, by the map's events.

``struct MapEvents`` and ``struct BgEvent`` of ``pret/pokefirered`` ``include/global.fieldmap.h``:
the header's pointer to its events is turned to a list in unused RAM that has one sign and nothing
else, so that whatever A does follows from the sign.
"""

from __future__ import annotations

from gbatool.core import Buttons, Emulator, press
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_EVENTS, MAP_HEADER, offset_of
from gbatool.memory import Address, packed
from gbatool.scan.lab.autopilot import FINISH_FRAMES, STEPS
from gbatool.scan.lab.standing import TAP_FRAMES

EVENTS = offset_of(MAP_HEADER, "events")
"""Offset in the map header of the pointer to the events."""
SCRIPT_OFFSET, SIGN_BYTES = 0x40, 0xA0


def turn(emulator: Emulator, way: Buttons) -> None:
    """Turn the player with a tap, and wait until that is done."""
    press(emulator, way, TAP_FRAMES, FINISH_FRAMES)


def put_sign(
    emulator: Emulator,
    header: Address,
    room: Address,
    position: Address,
    way: Buttons,
    script: bytes,
    *,
    distance: int = 1,
) -> None:
    """Make a sign the only event of the map.

    Args:
        emulator: In a state in which the player is free.
        header: What could be the map header.
        room: Unused EWRAM, ``SIGN_BYTES`` for a short script.
        position: Where the player's buffer coordinates stand.
        way: From the player towards the sign.
        script: Its byte code; it begins ``SCRIPT_OFFSET`` behind the room.
        distance: Tiles from the player to the sign.
    """
    live, (dx, dy) = emulator.live, STEPS[way]
    x, y = live.s16(position), live.s16(position + 2)
    place = {
        "x": (x + distance * dx - layouts.BORDER) & 0xFFFF,
        "y": (y + distance * dy - layouts.BORDER) & 0xFFFF,
    }
    signs, code = room + MAP_EVENTS.itemsize, room + SCRIPT_OFFSET
    emulator.write(code, script)
    emulator.write(signs, packed(layouts.BG_EVENT, **place, script=code))
    emulator.write(room, packed(MAP_EVENTS, bg_count=1, bgs=signs))
    emulator.write(header + EVENTS, int(room).to_bytes(4, "little"))
