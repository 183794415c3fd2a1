"""The callback2 of screens: what gMain's callback2 is while a screen accepts input.

With it zeroed the screen ignores input, and accepts it again with the same value written back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gbatool.memory import THUMB_BIT, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab.callbacks import CALLBACK2, callback2_in
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.stages import Stage
from gbatool.scan.locator import Locator, Probe

DOWN_STOPS = "with the callback zeroed DOWN moves no cursor, with it back it does"
"""What is predicted of a screen with a cursor."""


@dataclass(frozen=True, slots=True)
class ClearScreenCallback(Probe):
    """With callback2 zeroed the screen ignores input.

    Attributes:
        accepts: Whether, from the stage and after a poke, the screen responds to a key.
    """

    stage: Stage
    predicted: str
    accepts: Callable[[Lab, Poke], bool]
    name = "poke-callback2"
    observed = "{} of {} presses agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Zero it and press a key, and again with the same value written back."""
        at = candidate.fields["main"] + CALLBACK2
        held = int(not self.accepts(lab, write32(at, 0)))
        held += int(self.accepts(lab, write32(at, int(candidate.address) | THUMB_BIT)))
        return self.tally(held, 2)


class ScreenCallback(Locator):
    """A screen's callback2."""

    size = 0
    requires = ("gMain", "sGlobalScriptContext")

    def scan(self, lab: Lab) -> list[Candidate]:
        """The callback2 that gMain has while the screen takes keys."""
        at = Address(callback2_in(lab, lab.snapshot(self.stage.label)) & ~THUMB_BIT)
        fields = {"main": int(lab.address("gMain"))}
        return [Candidate(at, "gMain's callback2 while the screen takes keys", fields)]
