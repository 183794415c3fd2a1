"""gSaveBlock1 and gSaveBlock2 at fixed addresses: Ruby and Sapphire.

The contents are those that the pointers of the other families point at. The scan looks for them
directly; the probes show that the engine reads what was written there, and no copy.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.families import ENGINES
from gbatool.memory import RAM_REGIONS, Address, Region
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import Mask, addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import STEPS
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.talk import WAYS
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.save_blocks import (
    FRAMES,
    OPTIONS,
    SHIFT,
    ExpectedBlock1,
    TextSpeedProbe,
    is_block2,
)

FIXED = next(engine for engine in ENGINES.values() if not engine.save_block_pointers)
"""The one family whose blocks do not move."""


class CountFromThere(Probe):
    """The next step is counted from a position that was written there."""

    name = "poke-position"
    stage = stages.OVERWORLD
    predicted = "steps are counted from a position that was written there"
    observed = "{} of {} steps were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the position a tile to the side and step in every open direction.

        The engine also reads the position to decide whether the camera may move, so a step that it
        refuses says nothing.
        """
        held = tried = 0
        for way in lab.open_directions(OVERWORLD):
            for side in (1, -1):
                counted = self._counted(lab, candidate.address, way, side)
                if counted is not None:
                    tried += 1
                    held += counted
                    break
        return self.tally(held, tried)

    @staticmethod
    def _counted(lab: Lab, block: int, way: Buttons, side: int) -> bool | None:
        """Whether a step was counted from a tile to the side; None if it did not happen."""
        dx, dy = STEPS[way]
        with lab.at(OVERWORLD) as emulator:
            x, y = emulator.live.s16(block), emulator.live.s16(block + 2)
            x, y = x + side * abs(dy), y + side * abs(dx)
            emulator.write(block, np.array([x, y], "<i2").tobytes())
            if not lab.step(way):
                return None
            return (emulator.live.s16(block), emulator.live.s16(block + 2)) == (x + dx, y + dy)


class SaveBlock1(Locator):
    """The save block with position, location, party, items and flags."""

    symbol = "gSaveBlock1"
    anywhere = True
    size = FIXED.save_block1.itemsize
    requires = ("gBackupMapLayout", "gMapHeader")
    probes = (CountFromThere(),)
    doc = LocatorDoc(
        summary="SaveBlock1 at a fixed address.",
        rivals={"a copy of the block, or of its beginning": "poke-position"},
        references=("pret/pokeruby: include/global.h, struct SaveBlock1",),
        limitations=("The other families move their blocks; there the pointer is located.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address with the map-local position, a map's numbers and the header's layout id."""
        first = ExpectedBlock1.of(lab, OVERWORLD)
        second = ExpectedBlock1.of(lab, lab.label_wall())
        reason = "the map-local position, a map's numbers and the header's layout id"
        return [
            Candidate(address, reason)
            for region in RAM_REGIONS
            for address in _block_starts(region, first.ram.words(region) == first.position)
            if first.is_at(address) and second.is_at(address)
        ]


class PokeTextSpeed(TextSpeedProbe):
    """Text prints at the speed that was written there."""

    predicted = "text prints at the speed that was written"

    def write_speed(self, candidate: Candidate, speed: int) -> Poke:
        """Write the speed into the options."""
        return write8(candidate.address + OPTIONS, speed)


class SaveBlock2(Locator):
    """The save block with name, play time and options."""

    symbol = "gSaveBlock2"
    anywhere = True
    size = FIXED.save_block2.itemsize
    prefers = WAYS
    probes = (PokeTextSpeed(),)
    doc = LocatorDoc(
        summary="SaveBlock2 at a fixed address.",
        rivals={"a copy of the block": "poke-text-speed"},
        references=("pret/pokeruby: include/global.h, struct SaveBlock2",),
        limitations=("The other families move their blocks; there the pointer is located.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address with a name, options, and a play time whose frames are counted."""
        trace = lab.trace(OVERWORLD, [(Buttons.NONE, 3)])
        reason = "a name, options, and a play time whose frames are counted"
        found = []
        for region in RAM_REGIONS:
            counters = [snapshot.region(region)[FRAMES::4].astype(np.int16) for snapshot in trace]
            hits = counters[0] < 60
            for before, after in pairwise(counters):
                hits &= (before + 1) % 60 == after
            found += [
                Candidate(address, reason)
                for address in _block_starts(region, hits)
                if is_block2(trace[0], address)
            ]
        return found


def _block_starts(region: Region, hits: Mask) -> list[Address]:
    """The addresses of words that are hits, if ``SHIFT`` bytes of the region follow."""
    return [address for address in addresses(region, hits) if region.holds(address, SHIFT)]
