"""gPaletteFade: whether the screen fades, when keys are ignored.

The active bit is bit 7 of a byte: that at +7 in the retail games, at +0xF or +0x11 where a fade's
control block was extended. The scan rests on a warp: the bit is set while the palette in video
memory changes from frame to frame, and clear at rest. The block starts at the nearest address
before it that code names. With the true bit cleared in the middle of a fade, the palette changes no
more, and the warp goes on; a write that breaks the game stops the fade as well, but the warp does not go on.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine.layouts import MAIN, PALETTE_FADE, field_address, offset_of
from gbatool.engine.traits import field_value
from gbatool.memory import RAM_REGIONS, THUMB_BIT, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, literal_counts
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.warp import FADE_COLORS, FADING, palette_colors
from gbatool.scan.locator import Locator, LocatorDoc, Probe

ACTIVE = 0x80
ACTIVE_BYTES = range(offset_of(PALETTE_FADE, "active"), 0x18)
"""Where in the block the byte with the active bit is looked for."""
FADE_SAMPLES = 8
WATCH_FRAMES, WARP_FRAMES = 24, 600
TRANSFER_FRAMES = 2  # until a palette that was changed before is in palette memory


class EndFade(Probe):
    """With its active bit cleared, the fade stops where it is and the warp goes on."""

    name = "poke-active"
    stage = stages.FADING
    predicted = (
        "with the active bit cleared the fade stops where it is and the warp goes on; left alone, the"
        " fade goes on"
    )

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Clear the bit, count the colours that change from then on, and wait for the next map."""
        flag = candidate.fields["flag"]
        value = lab.snapshot(FADING).u8(flag)
        alone, poke = _colors_alone(lab), write8(flag, value & ~ACTIVE)
        poked = colors_that_change(lab, poke)
        stopped = poked < FADE_COLORS <= alone
        arrived = stopped and arrives(lab, poke)
        seen = f"{poked} colours changed, {alone} without"
        if stopped:
            seen += "; the warp went on" if arrived else "; the warp did not go on"
        return ProbeFinding(self.predicted, seen, int(stopped) + int(arrived), 2)


@measurement
def _colors_alone(lab: Lab) -> int:
    return colors_that_change(lab, None)


def arrives(lab: Lab, poke: Poke) -> bool:
    """Whether the game leaves the old map after a poke, and is in the overworld again."""
    callback2 = field_address(lab.address("gMain"), MAIN, "callback2")
    overworld = lab.address("CB2_Overworld") | THUMB_BIT
    with lab.at(FADING) as emulator:
        poke(emulator)
        left = False
        for _ in range(WARP_FRAMES):
            emulator.run()
            there = emulator.live.u32(callback2) == overworld
            if left and there:
                return True
            left = left or not there
    return False


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
    size = PALETTE_FADE.itemsize
    requires = ("gMain", "CB2_Overworld", "gMapHeader")
    teaches = ("palette_fade.active",)
    probes = (EndFade(),)
    stage = stages.FADING
    doc = LocatorDoc(
        summary="Fade control; keys are ignored while its active bit is set.",
        rivals={
            "a flag that is set whenever a fade is active": "poke-active",
            "a byte that the game breaks without": "poke-active",
        },
        references=("pret/pokefirered: include/palette.h, struct PaletteFadeControl",),
        limitations=("A warp must be within reach of the state.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte whose top bit is set throughout a fade and clear at rest."""
        fading = lab.trace(FADING, [(Buttons.NONE, FADE_SAMPLES)])
        resting = lab.trace(OVERWORLD, [(Buttons.NONE, 1), (Buttons.NONE, WATCH_FRAMES)])
        flags: list[Address] = []
        for region in RAM_REGIONS:
            hits = np.ones(region.size, np.bool_)
            for snapshot in fading:
                hits &= snapshot.region(region) & ACTIVE != 0
            for snapshot in resting:
                hits &= snapshot.region(region) & ACTIVE == 0
            flags += addresses(region, hits, 1)
        starts = {at + -back for at in flags for back in ACTIVE_BYTES if (at - back) % 4 == 0}
        named = literal_counts(resting[0], starts)
        found = []
        for flag in flags:
            backs = [back for back in ACTIVE_BYTES if named.get(flag + -back)]
            if backs or (flag - ACTIVE_BYTES[0]) % 4 == 0:
                found.append(_candidate(flag, *backs[:1] or ACTIVE_BYTES[:1]))
        return found


def _candidate(flag: Address, back: int) -> Candidate:
    """The block that starts so many bytes before the byte with the active bit."""
    traits = {"palette_fade.active": field_value("u8", back, part=(7, 1))}
    reason = "set while the screen fades, clear at rest"
    return Candidate(flag + -back, reason, {"flag": flag}, traits)
