"""Bring about a warp: walk to one of the map's warp events and take it, or let a script warp.

Not every place has a warp within reach; the warp of a script that an injected sign runs is anywhere.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.core import Buttons, Emulator
from gbatool.errors import ProbeError
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.byte_code import warp
from gbatool.scan.lab.callbacks import CALLBACK2
from gbatool.scan.lab.explore import closed_tiles, events, go, routes
from gbatool.scan.lab.headers import by_warp, destinations
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration
from gbatool.scan.lab.scout import BLIND
from gbatool.scan.lab.scratch import find_scratch
from gbatool.scan.lab.sign import SIGN_BYTES, put_sign, turn

FADING, ARRIVED = "warp_fading", "warp_arrived"
PALETTE_BYTES = 0x400
HOLD_FRAMES = 24
LEAVE_FRAMES = 90
ARRIVE_FRAMES = 400
SETTLED_FRAMES = 60
FADE_STEPS, FADE_WINDOW = 3, 8
"""So many palette changes within so many frames are a fade, which may change every second frame."""
FADE_COLORS = 32  # colours that change at once; animated tiles change a few


@dataclass(frozen=True, slots=True)
class WarpTaken:
    """A warp that was taken.

    Attributes:
        group: The map group that it leads to; ``DYNAMIC_WARP`` where the save block has it.
        num: The map's number in its group, likewise.
    """

    group: int
    num: int


def palette_colors(emulator: Emulator) -> npt.NDArray[np.uint16]:
    """Palette memory as colours."""
    return np.frombuffer(palette(emulator), "<u2")


def palette(emulator: Emulator) -> bytes:
    """Palette memory."""
    return emulator.video_memory()[:PALETTE_BYTES]


@exploration
def find_warp(lab: Lab) -> WarpTaken:
    """Label a state in the middle of a warp's fade, and one after the arrival.

    Raises:
        ProbeError: No warp is within reach, and a script's warp fails too.
    """
    if "gBackupMapLayout" in lab.known:
        taken = _warp_by_walking(lab)
        if taken is not None:
            return taken
    return _warp_by_script(lab)


def _warp_by_walking(lab: Lab) -> WarpTaken | None:
    """Walk to the map's warp events, the nearest first, until one warps."""
    snapshot = lab.snapshot(OVERWORLD)
    with lab.at(OVERWORLD):
        here = lab.position()
    warps = events(lab, snapshot, "warp")
    closed = closed_tiles(lab, snapshot)
    ways = routes(here, closed - set(warps))
    for tile in sorted(
        (tile for tile in warps if ways.get(tile)), key=lambda tile: len(ways[tile])
    ):
        if warps.count(tile) == 1 and _take(lab, ways[tile]):
            there = by_warp(snapshot, lab.address("gMapHeader"))[warps.index(tile)]
            return WarpTaken(there.group, there.num)
    return None


def _warp_by_script(lab: Lab) -> WarpTaken:
    """Warp by a sign to a map that the loaded one leads to, or else to any."""
    header = lab.address("gMapHeader")
    room = find_scratch(lab, SIGN_BYTES)
    for there in (*destinations(lab.snapshot(OVERWORLD), header), *BLIND):
        for way in STEPS:
            with lab.at(OVERWORLD) as emulator:
                turn(emulator, way)
                put_sign(
                    emulator,
                    header,
                    room,
                    lab.position_address,
                    way,
                    warp(there.group, there.num, there.warp_id),
                )
                if _leaves(lab, Buttons.A):
                    return WarpTaken(there.group, there.num)
    raise ProbeError("no warp event of this map can be reached and taken, and no script warps")


def _take(lab: Lab, way: list[Buttons]) -> bool:
    """Walk onto the warp, or onto it and then in each direction; whether one warped.

    The last step alone is enough for doors, and for warps that fire when they are stepped on;
    stairs and mats need a direction pressed on them.
    """
    with lab.at(OVERWORLD) as emulator:
        if not go(lab, way[:-1]):
            return False
        before = emulator.save_state()
        if _leaves(lab, way[-1]):
            return True
        emulator.load_state(before)
        if not go(lab, way[-1:]):
            return False
        standing = emulator.save_state()
        for button in STEPS:
            emulator.load_state(standing)
            if _leaves(lab, button):
                return True
    return False


def _leaves(lab: Lab, button: Buttons) -> bool:
    """Hold a button, and label fade and arrival if gMain's callback2 leaves the overworld."""
    emulator = lab.emulator
    callback2 = lab.address("gMain") + CALLBACK2
    overworld = emulator.live.u32(callback2)
    emulator.hold(button)
    fading = _run_into_fade(lab, callback2, overworld)
    emulator.hold(Buttons.NONE)
    if not fading:
        return False
    for _ in range(ARRIVE_FRAMES):
        if emulator.live.u32(callback2) != overworld:
            break
        emulator.run()
    for _ in range(ARRIVE_FRAMES):
        if emulator.live.u32(callback2) == overworld:
            emulator.run(SETTLED_FRAMES)
            lab.keep(ARRIVED)
            return True
        emulator.run()
    return False


def _run_into_fade(lab: Lab, callback2: int, overworld: int) -> bool:
    """Run until the palette fades, if the warp then really happens."""
    emulator = lab.emulator
    recent: deque[bool] = deque(maxlen=FADE_WINDOW)
    last = palette_colors(emulator)
    for frame in range(LEAVE_FRAMES):
        if frame == HOLD_FRAMES:
            emulator.hold(Buttons.NONE)
        emulator.run()
        now = palette_colors(emulator)
        colors = np.count_nonzero(now != last)
        recent.append(bool(colors >= FADE_COLORS))
        last = now
        if sum(recent) >= FADE_STEPS:
            with lab.aside() as ahead:
                ahead.hold(Buttons.NONE)
                for _ in range(LEAVE_FRAMES):
                    ahead.run()
                    if ahead.live.u32(callback2) != overworld:
                        break
                else:
                    continue
            lab.keep(FADING)
            return True
    return False
