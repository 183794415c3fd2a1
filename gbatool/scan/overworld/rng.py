"""gRngValue: the state of the random number generator.

One word that follows ``value * 0x41C64E6D + 0x6073`` from frame to frame, in one or a few steps.
The scan rests on that arithmetic, 32 bits of agreement in every frame; a copy agrees too, but does
not go on from a value that was written.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.warp import FADING, find_warp
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MULTIPLIER, INCREMENT = np.uint32(0x41C64E6D), np.uint32(0x6073)
MAX_STEPS = 8  # per frame: one in the VBlank, one for each caller
FRAMES = 6
WARP_FRAMES = 120
SEEDS = (0x12345678, 0xCAFEF00D, 0)


def steps_between(before: int, after: int, limit: int = MAX_STEPS) -> int | None:
    """How many steps of the generator lead from one value to another; None if over ``limit``.

    >>> steps_between(0, 0x6073)
    1
    >>> steps_between(0, 1) is None
    True
    """
    value = before
    for steps in range(1, limit + 1):
        value = (value * int(MULTIPLIER) + int(INCREMENT)) & 0xFFFFFFFF
        if value == after:
            return steps
    return None


class PokeSeed(Probe):
    """The generator goes on from a value that was written."""

    name = "poke-seed"
    stage = stages.OVERWORLD
    predicted = "the generator goes on from a value that was written"
    observed = "it did from {} of {}"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write a few values and run a frame after each."""
        return self.tally(seeds_obeyed(lab, candidate), len(SEEDS))


def seeds_obeyed(lab: Lab, candidate: Candidate) -> int:
    """From how many of the ``SEEDS``, written to a candidate, it goes on in the next frame."""
    held = 0
    for seed in SEEDS:
        poke = write32(candidate.address, seed)
        after = lab.run_after(OVERWORLD, [(Buttons.NONE, 1)], poke)
        held += steps_between(seed, after.u32(candidate.address)) is not None
    return held


class RngValue(Locator):
    """The random number generator's state."""

    symbol = "gRngValue"
    anywhere = True
    size = 4
    prefers = ("gMain", "gMapHeader")
    probes = (PokeSeed(),)
    doc = LocatorDoc(
        summary="State of the linear congruential generator, advanced in every VBlank.",
        rivals={"a copy of the value": "poke-seed"},
        references=("pret/pokefirered: src/random.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that advances by the generator's arithmetic in every frame.

        A second generator that the main loop advances stands still where the load of a map takes
        longer than a frame; the true one is advanced in the VBlank.
        """
        found = _generators(lab.trace(OVERWORLD, [(Buttons.NONE, FRAMES)]))
        generators = [one for one in found if seeds_obeyed(lab, one) == len(SEEDS)]
        if len(generators) < 2:
            return found
        try:
            find_warp(lab)
        except ProbeError:
            return found
        through = _generators(lab.trace(FADING, [(Buttons.NONE, WARP_FRAMES)]))
        return [one for one in found if one in through or one not in generators]


def _generators(trace: list[Snapshot]) -> list[Candidate]:
    """Every word that advances by the generator's arithmetic in every frame of a trace."""
    found = []
    for region in RAM_REGIONS:
        words = [snapshot.words(region) for snapshot in trace]
        hits = np.ones(len(words[0]), np.bool_)
        for before, after in pairwise(words):
            value, reached = before, np.zeros(len(before), np.bool_)
            for _ in range(MAX_STEPS):
                value = value * MULTIPLIER + INCREMENT
                reached |= value == after
            hits &= reached
        reason = f"advances by the generator's arithmetic in {FRAMES - 1} frames"
        found += [Candidate(address, reason) for address in addresses(region, hits)]
    return found
