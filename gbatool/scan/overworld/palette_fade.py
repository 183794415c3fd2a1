"""gPaletteFade: whether the screen fades, when keys are ignored.

Layout (0x10 bytes; 0xC in Ruby, Sapphire and Emerald): the active bit is bit 7 of the byte at +7.
The scan rests on a warp: the bit is set while the palette in video memory changes from frame to
frame, and clear at rest. With the true one cleared in the middle of a fade, the warp goes on at
once.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.layouts import (
    PALETTE_FADE_ACTIVE,
    PALETTE_FADE_ACTIVE_OFFSET,
    PALETTE_FADE_SIZE,
)
from gbatool.memory import RAM_REGIONS, THUMB_BIT
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.callbacks import CALLBACK2
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.warp import FADING, LEAVE_FRAMES
from gbatool.scan.locator import Locator, LocatorDoc, Probe

FADE_SAMPLES = 8
WATCH_FRAMES = 24
AT_MOST = 0.5  # of the time that the fade takes when it is left alone


class EndFade(Probe):
    """With its active bit cleared, the warp no longer waits for the fade."""

    name = "poke-active"
    stage = stages.FADING

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Clear the bit and count the frames until the map is left, with and without."""
        flag = candidate.address + PALETTE_FADE_ACTIVE_OFFSET
        value = lab.snapshot(FADING).u8(flag)
        alone = _frames_alone(lab)
        soon = int(alone * AT_MOST)
        poked = frames_to_leave(lab, write8(flag, value & ~PALETTE_FADE_ACTIVE), soon)
        return ProbeFinding(
            "with the active bit cleared the warp goes on at once, without waiting for the fade",
            f"the map was {f'left after {poked}' if poked < soon else f'not left within {soon}'}"
            f" frames, after {alone} without",
            int(poked < soon),
            1,
        )


@measurement
def _frames_alone(lab: Lab) -> int:
    return frames_to_leave(lab, None)


def frames_to_leave(lab: Lab, poke: Poke | None, bound: int = LEAVE_FRAMES) -> int:
    """Frames from the fade until gMain's callback2 leaves the overworld, ``bound`` at most."""
    callback2 = lab.address("gMain") + CALLBACK2
    overworld = lab.address("CB2_Overworld") | THUMB_BIT
    with lab.at(FADING) as emulator:
        if poke is not None:
            poke(emulator)
        for frame in range(bound):
            if emulator.live.u32(callback2) != overworld:
                return frame
            emulator.run()
    return bound


class PaletteFade(Locator):
    """The control block of palette fades."""

    symbol = "gPaletteFade"
    size = PALETTE_FADE_SIZE
    requires = ("gMain", "CB2_Overworld", "gMapHeader")
    probes = (EndFade(),)
    stage = stages.FADING
    doc = LocatorDoc(
        summary="Fade control; keys are ignored while its active bit is set.",
        rivals={"a flag that is set whenever a fade is active": "poke-active"},
        references=("pret/pokefirered: include/palette.h, struct PaletteFadeControl",),
        limitations=("A warp must be within reach of the state.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte whose top bit is set throughout a fade and clear at rest."""
        fading = lab.trace(FADING, [(Buttons.NONE, FADE_SAMPLES)])
        resting = lab.trace(OVERWORLD, [(Buttons.NONE, 1), (Buttons.NONE, WATCH_FRAMES)])
        found = []
        for region in RAM_REGIONS:
            hits = np.ones(region.size, np.bool_)
            for snapshot in fading:
                hits &= snapshot.region(region) & PALETTE_FADE_ACTIVE != 0
            for snapshot in resting:
                hits &= snapshot.region(region) & PALETTE_FADE_ACTIVE == 0
            for flag in addresses(region, hits, 1):
                address = flag + -PALETTE_FADE_ACTIVE_OFFSET
                if address % 4 == 0 and region.holds(address, self.size):
                    found.append(Candidate(address, "set while the screen fades, clear at rest"))
        return found
