"""sInHelpSystem: whether FireRed's and LeafGreen's help covers the screen.

L opens it from the overworld. No part of the game behaves differently with the flag written, so the
flag is recognised by how the game writes it: it is corrected in every frame in which the help is
closed, becomes 1 as the help opens, and is not written while the help is open.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.battle_explore import named_by_rom
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, exploration
from gbatool.scan.lab.pokes import write8
from gbatool.scan.lab.stages import Stage
from gbatool.scan.locator import Locator, LocatorDoc, Probe

HELP = "help"
OPEN_FRAMES, LATER_FRAMES, SOON_FRAMES = 40, 60, 2
OPEN = [(Buttons.L, 2), (Buttons.NONE, OPEN_FRAMES)]
WRONG = (5, 77)


@exploration
def label_help(lab: Lab) -> str:
    """Label a state in which L has opened something that locks the player.

    Raises:
        ProbeError: The player can still walk.
    """
    ways = lab.open_directions(OVERWORLD)
    lab.run_after(OVERWORLD, OPEN, None)
    lab.keep(HELP)
    if any(lab.moves(HELP, way) for way in ways):
        del lab.states[HELP]
        raise ProbeError("L opens nothing that locks the player")
    return HELP


HELP_OPEN = Stage(HELP, label_help)
"""The help covers the screen."""


class PutRight(Probe):
    """A wrong value is corrected in the overworld and by opening the help, and stays in the help."""

    name = "poke-put-right"
    stage = HELP_OPEN
    predicted = (
        "a wrong value is corrected in the overworld and by opening the help, and stays in the help"
    )
    observed = "{} of {} values did"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write wrong values, and look at them soon and later."""
        at = candidate.address
        soon, later = [(Buttons.NONE, SOON_FRAMES)], [(Buttons.NONE, LATER_FRAMES)]
        held = tried = 0
        for wrong in WRONG:
            for label, inputs, expected in (
                (OVERWORLD, soon, 0),
                (OVERWORLD, OPEN, 1),
                (HELP, soon, wrong),
                (HELP, later, wrong),
            ):
                held += lab.run_after(label, inputs, write8(at, wrong)).u8(at) == expected
                tried += 1
                if held < tried:
                    break
        return self.tally(held, tried)


class InHelpSystem(Locator):
    """Whether the help covers the screen."""

    symbol = "sInHelpSystem"
    size = 1
    requires = ("sLockFieldControls",)
    probes = (PutRight(),)
    stage = HELP_OPEN
    doc = LocatorDoc(
        summary="1 while the help covers the screen.",
        rivals={
            "another flag of the help's that it sets": "poke-put-right",
            "a copy that is made in every frame": "poke-put-right",
        },
        references=("pret/pokefirered: src/help_system_util.c, RunHelpSystemCallback",),
        limitations=(
            "The buttons' mode must be HELP, as in a new game.",
            "It is looked for at addresses that the ROM names.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 0 in the overworld and 1 in the help, if the ROM names it."""
        trace = [lab.snapshot(OVERWORLD), lab.snapshot(HELP)]
        trace.append(lab.run_after(HELP, [(Buttons.NONE, LATER_FRAMES)], None))
        reason = "0 in the overworld, 1 in the help, and named by the ROM"
        return [
            Candidate(at, reason) for at in named_by_rom(trace[0], where_bytes(trace, (0, 1, 1)))
        ]
