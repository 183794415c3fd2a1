"""gRngValue: the state of the random number generator.

One word that follows ``value * 0x41C64E6D + 0x6073`` from frame to frame, in one or a few steps.
Expansions of the engine have four words of the generator SFC32 instead (``src/random.c`` of
``rh-hideout/pokeemerald-expansion``). The scan rests on that arithmetic, all bits of agreement in
every frame; a copy agrees too, but does not go on from a value that was written.
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
from gbatool.scan.lab.pokes import Write, write32
from gbatool.scan.lab.warp import FADING, find_warp
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MULTIPLIER, INCREMENT = np.uint32(0x41C64E6D), np.uint32(0x6073)
MAX_STEPS = 8  # per frame: one in the VBlank, one for each caller
SFC_WORDS, SFC_STEPS = 4, 64
"""Words of an SFC32 state; steps a frame at most, since some engines draw while they wait."""
Words = tuple[int, ...]
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


def sfc_stream(before: Words, after: Words, limit: int = SFC_STEPS) -> int | None:
    """The stream of SFC32 with which one state leads to another; None if none does.

    Args:
        before: Four words: a, b, c and the counter, which each step raises by the stream.
        after: Likewise.
        limit: Steps at most.

    >>> sfc_stream((1, 2, 3, 4), (2, 27, 3 * 2**21 + 7, 5))
    1
    """
    raised = (after[3] - before[3]) & 0xFFFFFFFF
    for steps in range(1, limit + 1):
        stream, rest = divmod(raised, steps)
        if not rest and stream & 1 and _sfc_after(before, stream, steps) == after:
            return stream
    return None


def _sfc_after(state: Words, stream: int, steps: int) -> Words:
    a, b, c, counter = state
    for _ in range(steps):
        result = a + b + counter
        counter = counter + stream & 0xFFFFFFFF
        a, b = b ^ b >> 9, c * 9 & 0xFFFFFFFF
        c = result + (c << 21 | c >> 11) & 0xFFFFFFFF
    return a, b, c, counter


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
    if "stream" in candidate.fields:
        return sum(_sfc_obeys(lab, candidate, seed) for seed in SEEDS)
    for seed in SEEDS:
        poke = write32(candidate.address, seed)
        after = lab.run_after(OVERWORLD, [(Buttons.NONE, 1)], poke)
        held += steps_between(seed, after.u32(candidate.address)) is not None
    return held


def _sfc_obeys(lab: Lab, candidate: Candidate, seed: int) -> bool:
    """Whether the generator goes on in the next frame from another state of its stream."""
    at = candidate.address
    now = _state(lab.snapshot(OVERWORLD), at)
    written = (seed, now[1] ^ seed, now[2], now[3])
    poke = Write(at, np.array(written, "<u4").tobytes())
    after = _state(lab.run_after(OVERWORLD, [(Buttons.NONE, 1)], poke), at)
    return sfc_stream(written, after) == candidate.fields["stream"]


def _state(snapshot: Snapshot, at: int) -> Words:
    return tuple(snapshot.array(at, np.uint32, SFC_WORDS).tolist())


class RngValue(Locator):
    """The random number generator's state."""

    symbol = "gRngValue"
    anywhere = True
    size = 4
    prefers = ("gMain", "gMapHeader")
    probes = (PokeSeed(),)
    doc = LocatorDoc(
        summary="State of the random number generator, advanced in every VBlank: one word, or four of"
        " SFC32.",
        rivals={"a copy of the value": "poke-seed"},
        references=(
            "pret/pokefirered: src/random.c",
            "rh-hideout/pokeemerald-expansion: src/random.c",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that advances by the generator's arithmetic in every frame.

        A second generator that the main loop advances stands still where the load of a map takes
        longer than a frame; the true one is advanced in the VBlank.
        """
        trace = lab.trace(OVERWORLD, [(Buttons.NONE, FRAMES)])
        found = _generators(trace) or _sfc_generators(trace)
        generators = [one for one in found if seeds_obeyed(lab, one) == len(SEEDS)]
        if len(generators) < 2:
            return found
        try:
            find_warp(lab)
        except ProbeError:
            return found
        through = lab.trace(FADING, [(Buttons.NONE, WARP_FRAMES)])
        run_on = {one.address for one in _generators(through) or _sfc_generators(through)}
        return [one for one in found if one.address in run_on or one not in generators]


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


def _sfc_generators(trace: list[Snapshot]) -> list[Candidate]:
    """Every four words that advance as SFC32 does in every frame of a trace."""
    found = []
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace])
        # all but a few words stand still in some frame
        moves = (np.diff(words.astype(np.int64), axis=0) != 0).all(0)
        hits = moves[:-3] & moves[1:-2] & moves[2:-1] & moves[3:]
        for address in addresses(region, hits):
            states = [_state(snapshot, address) for snapshot in trace]
            streams = {sfc_stream(*pair) for pair in pairwise(states)}
            stream = streams.pop() if len(streams) == 1 else None
            if stream is not None:
                fields = {"stream": stream, "size": 4 * SFC_WORDS}
                reason = f"advances as SFC32 does in {len(trace) - 1} frames"
                found.append(Candidate(address, reason, fields))
    return found
