"""gWindows: the windows of the screen, of which the first is the field's message box.

Layout (``struct Window``, 0xC bytes): the template (background, left, top, width and height in tiles,
palette, number of the first tile) and the pointer to the pixels in RAM. The scan rests on the finished
box: cells of the screen hold that window's tiles, and those tiles are its pixels. Copies of the record
agree; the true one decides where the next letter is drawn.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.decode.window import is_on_screen, tiles_on_screen
from gbatool.engine import layouts
from gbatool.engine.layouts import WINDOW, offset_of
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Region, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.lab.talk import PRINTING, WAITING, WAYS, find_talk
from gbatool.scan.locator import Locator, LocatorDoc, Probe

PIXELS = offset_of(WINDOW, "tile_data")
AHEAD_FRAMES = 40
MOST_COLUMNS, MOST_ROWS = 32, 32


class MovePixels(Probe):
    """With the pointer turned to other memory, the next letters are drawn there."""

    name = "poke-pixels"
    stage = stages.PRINTING
    predicted = (
        "with its pixels elsewhere, the next letters are drawn there and not in the old ones"
    )

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn the pointer to unused memory, and compare with a run without a write."""
        before, size = lab.snapshot(PRINTING), candidate.fields["pixels"]
        old = before.u32(candidate.address + PIXELS)
        room = unused_ewram([before, lab.snapshot(WAITING)], size)
        wait = [(Buttons.NONE, AHEAD_FRAMES)]
        alone = lab.run_after(PRINTING, wait, None)
        if _same(alone, before, old, size):
            raise ProbeError("no letter is drawn soon enough to compare")
        moved = lab.run_after(PRINTING, wait, write32(candidate.address + PIXELS, room))
        held = _same(moved, before, old, size) and not _same(moved, before, room, size)
        return self.single(held=held, yes="they were", no="they were not")


def _same(one: Snapshot, other: Snapshot, start: int, size: int) -> bool:
    return np.array_equal(one.read(start, size), other.read(start, size))


class Windows(Locator):
    """The array of windows."""

    symbol = "gWindows"
    anywhere = True
    start_is_inferred = True
    size = WINDOW.itemsize * layouts.WINDOW_COUNT
    prefers = WAYS
    probes = (MovePixels(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="32 windows; on the map and in battles the first is the message box.",
        rivals={"a copy of the message box's record": "poke-pixels"},
        references=("pret/pokefirered: include/window.h, struct Window",),
        limitations=(
            "Ruby and Sapphire draw texts on the screen itself; their windows are found by the texts.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record whose tiles are on screen and are the pixels that it points to."""
        find_talk(lab)
        snapshot = lab.snapshot(WAITING)
        found = []
        for region in RAM_REGIONS:
            for address in _plausible(snapshot, region):
                size = _shown_bytes(snapshot, address)
                if size:
                    reason = "its tiles are on screen, and are the pixels that it points to"
                    found.append(Candidate(address, reason, {"pixels": size}))
        return found


def _plausible(snapshot: Snapshot, region: Region) -> list[Address]:
    """Where a possible template stands before a pointer to RAM."""
    words = snapshot.words(region)
    where, shape, pixels = words[:-2], words[1:-1], words[2:]
    columns, rows = where >> 24, shape & 0xFF
    possible = (where & 0xFF < layouts.BACKGROUNDS) & (columns > 0) & (rows > 0)
    possible &= (columns <= MOST_COLUMNS) & (rows <= MOST_ROWS) & (pixels % 4 == 0)
    possible &= np.isin(pixels >> 24, [target.base >> 24 for target in RAM_REGIONS])
    return list(addresses(region, possible))


def _shown_bytes(snapshot: Snapshot, address: Address) -> int:
    """Bytes of pixels of a window that is on screen; 0 for what is none."""
    window = snapshot.record(address, WINDOW)
    size = int(window["width"]) * int(window["height"]) * layouts.TILE_BYTES
    start = int(window["tile_data"])
    screen = snapshot.screen
    if screen is None or not snapshot.holds(start, size) or not is_on_screen(screen, window):
        return 0
    shown = tiles_on_screen(screen, window)
    return size if np.array_equal(shown, snapshot.read(start, size)) else 0
