"""What the profile of a near relative proposes: the last build of the same hack, a sibling revision.

A rebuild moves whole blocks of memory, so that symbols that were neighbours stay neighbours: the
nearest ones that are proven already say by how much. An address and the traits are only a proposal: a
candidate of the symbol's own scan that agrees with it is tried before all others, by the same probes,
and where it fails, or where the scan proposes nothing of the kind, all candidates are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gbatool.engine.traits import differing
from gbatool.errors import ProbeError
from gbatool.memory import region_of
from gbatool.profile import Profile
from gbatool.scan.eliminate import (
    conclude,
    decisive_probes,
    eliminate,
    propose,
    run_probes,
)
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, Problem, Trial
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator

RELATIVE, KIND = "relative", "like"
NEIGHBOURS = 4
"""So many of the nearest symbols that are proven already propose how far their block was moved."""


class Relative:
    """Proves symbols with the help of a relative's profile.

    Args:
        profile: The relative's.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def eliminate(self, lab: Lab, locator: Locator) -> Elimination:
        """Scan for a symbol, try what the relative proposes, and all candidates if that fails."""
        if not self._knows(locator):
            return eliminate(lab, locator)
        try:
            proposed = propose(lab, locator)
        except ProbeError as error:
            problems = (Problem.of(error),)
            return Elimination(locator.symbol, (), decisive_probes(locator), problems=problems)
        for shift in self._shifts(lab, locator):
            [*first] = [one for one in proposed if self._agrees(one, locator, shift)]
            if len(first) != 1:
                continue
            tried = run_probes(lab, locator, (first[0],))
            tried = replace(
                tried,
                proposed=proposed,
                trials=(self._trial(locator, first[0], shift), *tried.trials),
            )
            tried = conclude(lab, locator, tried)
            if tried.proven:
                return tried
        return conclude(lab, locator, run_probes(lab, locator, proposed))

    def _knows(self, locator: Locator) -> bool:
        known = self.profile.symbols
        return locator.symbol in known or (locator.is_of_trait and bool(self.profile.symbols))

    def _shifts(self, lab: Lab, locator: Locator) -> Iterator[int]:
        """Bytes by which the symbol may have been moved: those of its neighbours, then none."""
        if locator.is_of_trait:
            yield 0
            return
        old = self.profile.symbols[locator.symbol].address
        moved = sorted(
            (abs(symbol.address - old), lab.known[name].address - symbol.address)
            for name, symbol in self.profile.symbols.items()
            if name in lab.known and region_of(symbol.address) is region_of(old)
        )
        yield from dict.fromkeys((*(shift for _, shift in moved[:NEIGHBOURS]), 0))

    def _agrees(self, candidate: Candidate, locator: Locator, shift: int) -> bool:
        """Whether a candidate has the address that the relative proposes, and the relative's traits."""
        if differing(self.profile.structures, candidate.traits):
            return False
        if locator.is_of_trait:
            return True
        return candidate.address == self.profile.symbols[locator.symbol].address + shift

    def _trial(self, locator: Locator, candidate: Candidate, shift: int) -> Trial:
        """What the relative says of a candidate, which proves nothing."""
        moved = f", moved by {shift:+#x} as its neighbours are" if shift else ""
        said = f"it is where profile {self.profile.name} has it{moved}"
        finding = ProbeFinding(said, "it is", 1, 1)
        return Trial(RELATIVE, KIND, locator.stage.label, ((candidate, finding),), (candidate,))
