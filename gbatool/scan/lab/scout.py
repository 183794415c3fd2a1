"""Find a better place for experiments: go to other maps by injected warps.

Where the player stands, there may be no wall, no open way, no NPC, no warp within reach. All that
is needed to leave is that A works: the events of what could be the map header are swapped for a
sign on the tile ahead, whose script warps. The warp reloads the true header, so that its own events
stand there again: that tells it from a copy. From one map the next ones follow by the warps and
connections in the ROM.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.core import Buttons, Emulator, press
from gbatool.engine import layouts
from gbatool.engine.layouts import MAP_HEADER
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.lab.autopilot import (
    FINISH_FRAMES,
    HOLD_FRAMES,
    STEPS,
    Walking,
    standing_here,
    walking_here,
)
from gbatool.scan.lab.byte_code import warp
from gbatool.scan.lab.headers import Destination, counts, destinations, find_headers
from gbatool.scan.lab.map_layouts import find_map_layouts
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.sign import EVENTS, SIGN_BYTES, put_sign, turn

INDOOR = 8
ASIDE, STEPS_ASIDE = (Buttons.UP, Buttons.LEFT, Buttons.RIGHT, Buttons.DOWN), 2
"""Most rooms are left at their lower side."""
ANSWER_FRAMES, LOOK_FRAMES, LOAD_FRAMES, SETTLE_FRAMES = 16, 10, 240, 180
MAX_WARPS = 48
BLIND = tuple(Destination(group, num, 0) for num in range(3) for group in range(12))
"""Tried last: maps that most games have, for a place that leads nowhere."""


@dataclass(frozen=True, slots=True)
class Place:
    """A state on some map, in which the player may be free.

    Attributes:
        header: What could be the map header.
        walking: The state, and where the player's position stands.
    """

    header: Address
    walking: Walking


def scout(emulator: Emulator, start: Walking) -> Iterator[Walking]:
    """States on other maps in which the player is free: rooms first, where nothing attacks.

    Args:
        emulator: Any core with the ROM; its state is overwritten.
        start: Where to begin.
    """
    outdoors: list[Walking] = []
    for place in _explore(emulator, start):
        snapshot = snapshot_of(emulator, place.walking)
        if not _is_rich(snapshot, place.header):
            continue
        if int(snapshot.record(place.header, MAP_HEADER)["map_type"]) == INDOOR:
            yield place.walking
        else:
            outdoors.append(place.walking)
    yield from outdoors


def _explore(emulator: Emulator, start: Walking) -> Iterator[Place]:
    """Breadth first over the maps that lead from one to the next."""
    seen: set[tuple[int, int]] = set()
    starts = _first_places(emulator, start)
    left = MAX_WARPS
    for others in ((), BLIND):
        # the header of a start may be a copy; a place that a warp led to has the true one
        queue = deque((place, False) for place in starts)
        while queue and left:
            place, is_true = queue.popleft()
            there = destinations(snapshot_of(emulator, place.walking), place.header)
            for target in (*there, *others):
                if (target.group, target.num) in seen or not left:
                    continue
                arrived = warp_to(emulator, place, target)
                left -= 1
                if arrived is not None or is_true:
                    seen.add((target.group, target.num))
                if arrived is not None:
                    queue.append((arrived, True))
                    yield arrived


def _first_places(emulator: Emulator, start: Walking) -> list[Place]:
    """The start, once for each map header that could be the loaded map's."""
    snapshot = snapshot_of(emulator, start)
    sizes = {
        (layout.width - layouts.BORDER_WIDTH, layout.height - layouts.BORDER_HEIGHT)
        for layout in find_map_layouts(snapshot)
    }
    return [Place(header, start) for header in find_headers(snapshot, sizes)]


def warp_to(emulator: Emulator, place: Place, there: Destination) -> Place | None:
    """Read a sign whose script warps; the place arrived at, None if that did not work out.

    Args:
        emulator: Its state is overwritten.
        place: Where to begin; its header may be a copy, and then nothing comes of it.
        there: Where the script warps to.
    """
    position = place.walking.positions[0]
    for way in STEPS:
        emulator.load_state(place.walking.state)
        room = read_sign(
            emulator, place.header, position, way, warp(there.group, there.num, there.warp_id)
        )
        if room is None:
            return None
        for _ in range(LOAD_FRAMES // LOOK_FRAMES):
            if emulator.live.u32(place.header + EVENTS) != room:
                emulator.run(SETTLE_FRAMES)
                walking = standing_here(emulator)
                return (
                    None if walking is None else Place(place.header, step_aside(emulator, walking))
                )
            emulator.run(LOOK_FRAMES)
    return None


def step_aside(emulator: Emulator, arrived: Walking) -> Walking:
    """Go a few tiles away from where a warp leads to: from there the player would go back at once.

    Returns:
        A state that many steps away; the given one where no direction is open for so long.
    """
    position = arrived.positions[0]
    for way in ASIDE:
        emulator.load_state(arrived.state)
        live, (dx, dy) = emulator.live, STEPS[way]
        x, y = live.s16(position), live.s16(position + 2)
        for _ in range(STEPS_ASIDE):
            press(emulator, way, HOLD_FRAMES, FINISH_FRAMES)
        if (live.s16(position), live.s16(position + 2)) != (
            x + STEPS_ASIDE * dx,
            y + STEPS_ASIDE * dy,
        ):
            continue
        walking = walking_here(emulator)
        if walking is not None:
            return walking
    emulator.load_state(arrived.state)
    return arrived


def read_sign(
    emulator: Emulator, header: Address, position: Address, way: Buttons, script: bytes
) -> Address | None:
    """Turn, put a sign on the tile ahead, and press A; where the map's events stand now.

    None where RAM has no room for them.
    """
    turn(emulator, way)
    try:
        room = unused_ewram([emulator.snapshot()], SIGN_BYTES)
    except ProbeError:
        return None
    put_sign(emulator, header, room, position, way, script)
    press(emulator, Buttons.A, 2, ANSWER_FRAMES)
    return room


def snapshot_of(emulator: Emulator, walking: Walking) -> Snapshot:
    """RAM of a state."""
    emulator.load_state(walking.state)
    return emulator.snapshot()


def _is_rich(snapshot: Snapshot, header: Address) -> bool:
    """Whether a map has a warp, and an NPC or a sign that may answer."""
    objects, signs, warps = counts(snapshot, header)
    return warps > 0 and objects + signs > 0
