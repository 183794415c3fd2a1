"""gPaletteFade: whether the screen fades, when keys are ignored.

Layout (0x10 bytes; 0xC in Ruby, Sapphire and Emerald): the active bit is bit 7 of the byte at +7.
The scan rests on a warp: the bit is set while the palette in video memory changes from frame to
frame, and clear at rest. With the true one cleared in the middle of a fade, the palette changes
no more.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.layouts import (
    MAIN,
    PALETTE_FADE_ACTIVE,
    PALETTE_FADE_ACTIVE_OFFSET,
    PALETTE_FADE_SIZE,
    field_address,
)
from gbatool.memory import RAM_REGIONS, THUMB_BIT
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.warp import FADE_COLORS, FADING, palette_colors
from gbatool.scan.locator import Locator, LocatorDoc, Probe

FADE_SAMPLES = 8
WATCH_FRAMES = 24
TRANSFER_FRAMES = 2  # until a palette that was changed before is in palette memory


class EndFade(Probe):
    """With its active bit cleared, the fade stops where it is; left alone, it goes on."""

    name = "poke-active"
    stage = stages.FADING
    predicted = "with the active bit cleared the fade stops where it is, left alone it goes on"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Clear the bit, and count the colours that change from then on, with and without."""
        flag = candidate.address + PALETTE_FADE_ACTIVE_OFFSET
        value = lab.snapshot(FADING).u8(flag)
        alone = _colors_alone(lab)
        poked = colors_that_change(lab, write8(flag, value & ~PALETTE_FADE_ACTIVE))
        return ProbeFinding(
            self.predicted,
            f"{poked} colours changed, {alone} without",
            int(poked < FADE_COLORS <= alone),
            1,
        )


@measurement
def _colors_alone(lab: Lab) -> int:
    return colors_that_change(lab, None)


def colors_that_change(lab: Lab, poke: Poke | None) -> int:
    """How many colours of the palette memory a fade still changes after a poke, on the old map.

    A warp that no longer waits for the fade leaves the map; what is loaded then is not the fade's.
    """
    callback2 = field_address(lab.address("gMain"), MAIN, "callback2")
    overworld = lab.address("CB2_Overworld") | THUMB_BIT
    with lab.at(FADING) as emulator:
        if poke is not None:
            poke(emulator)
        emulator.run(TRANSFER_FRAMES)
        first = last = palette_colors(emulator)
        for _ in range(FADE_SAMPLES):
            emulator.run()
            if emulator.live.u32(callback2) != overworld:
                break
            last = palette_colors(emulator)
        return int(np.count_nonzero(last != first))


class PaletteFade(Locator):
    """The control block of palette fades."""

    symbol = "gPaletteFade"
    anywhere = True
    start_is_inferred = True
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
