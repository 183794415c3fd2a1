"""Where the player stands: which words of RAM say so, told by what steps and turns do to them.

A pair of half-words that follows every step is not yet the player's buffer coordinates: the save
block's map-local position follows in the same frame, seven tiles lower, and so do copies. The
player's own object event says more: it is active and marked as the player, holds the current and
the previous coordinates, which agree at rest, and its facing follows every turn. Where the player
can turn but not step (on an islet, say) the record alone tells the position.

Layout: ``struct ObjectEvent`` (``pret/pokefirered`` ``include/global.fieldmap.h``), the same in
every engine that was measured.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gbatool.core import Buttons, Emulator, branch, press
from gbatool.engine import layouts
from gbatool.engine.layouts import OBJECT_EVENT, offset_of
from gbatool.memory import RAM_REGIONS, Address, Snapshot

FACINGS = {Buttons.DOWN: 1, Buttons.UP: 2, Buttons.LEFT: 3, Buttons.RIGHT: 4}
"""Direction -> the low nibble of an object event's ``directions`` when it faces that way."""
CURRENT, PREVIOUS, DIRECTIONS = (
    offset_of(OBJECT_EVENT, name) for name in ("current_x", "previous_x", "directions")
)
"""Offsets of the current and the previous x and y, and of the facing, in the low nibble."""
TAP_FRAMES, TURNED_FRAMES = 4, 12  # a tap of up to 8 frames only turns


def find_player_records(snapshot: Snapshot) -> list[Address]:
    """Every record in RAM that could be the player's object event, at rest anywhere.

    It is active and marked as the player, has no unused flag, its current and previous coordinates
    agree, and it faces one of four ways.
    """
    wanted = layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER
    found = _find_records(snapshot, wanted | layouts.OBJECT_UNUSED_FLAGS, wanted)
    return [record for record in found if _is_at_rest(snapshot, record)]


def object_records_at(snapshot: Snapshot, x: int, y: int) -> list[Address]:
    """Every record in RAM that could be an active object event on a tile, or on its way from it.

    Args:
        snapshot: RAM.
        x: Buffer coordinate.
        y: Likewise.
    """
    active = layouts.OBJECT_ACTIVE
    pair = np.array([x, y], "<i2").view("<u4")[0]
    return [
        record
        for record in _find_records(snapshot, active | layouts.OBJECT_UNUSED_FLAGS, active)
        if pair in (snapshot.u32(record + CURRENT), snapshot.u32(record + PREVIOUS))
    ]


def _find_records(snapshot: Snapshot, mask: int, value: int) -> list[Address]:
    """Words of RAM with these flags that may begin a record which faces one of four ways."""
    found: list[Address] = []
    for region in RAM_REGIONS:
        words = snapshot.words(region)
        count = len(words) - OBJECT_EVENT.itemsize // 4 + 1
        facing = words[6 : 6 + count] & 0xF
        hits = (words[:count] & mask == value) & (facing >= 1) & (facing <= 4)
        found += [Address(region.base + 4 * i) for i in np.flatnonzero(hits).tolist()]
    return found


def _is_at_rest(snapshot: Snapshot, record: Address) -> bool:
    return snapshot.u32(record + CURRENT) == snapshot.u32(record + PREVIOUS)


def turning_records(emulator: Emulator, records: Iterable[Address]) -> list[Address]:
    """On branches: the records whose facing follows a tap in each of the four directions.

    A tap towards an open tile may already begin a step on a bicycle; its facing follows all the same.
    """
    left = list(records)
    for button, facing in FACINGS.items():
        if not left:
            break
        with branch(emulator):
            press(emulator, button, TAP_FRAMES, TURNED_FRAMES)
            live = emulator.live
            left = [record for record in left if live.u8(record + DIRECTIONS) & 0xF == facing]
    return left


def player_positions(emulator: Emulator) -> list[Address]:
    """Addresses of the coordinates in records that are the player's, by how they turn."""
    records = find_player_records(emulator.live)
    return [record + CURRENT for record in turning_records(emulator, records)]
