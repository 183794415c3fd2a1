"""Derive a profile: scan, eliminate by probes, and keep the sole survivors with their evidence."""

from __future__ import annotations

from gbatool.errors import ProbeError
from gbatool.scan.findings import Elimination, Trial, Verdict
from gbatool.scan.lab import Lab
from gbatool.scan.locator import Locator


def eliminate(lab: Lab, locator: Locator, *, use_probes: bool = True) -> Elimination:
    """Scan for one symbol and let its probes eliminate candidates.

    A survivor becomes known to the laboratory, so that later locators can rest on it.

    Args:
        lab: Where to experiment.
        locator: What to find.
        use_probes: False leaves what the scan alone proposes.
    """
    decisive = frozenset(locator.doc.rivals.values())
    try:
        for required in locator.requires:
            lab.address(required)
        proposed = tuple(sorted(locator.scan(lab), key=lambda candidate: candidate.address))
    except ProbeError as error:
        return Elimination(locator.symbol, (), decisive, problems=(error.message,))
    trials: list[Trial] = []
    problems: list[str] = []
    left = proposed
    for probe in locator.probes if use_probes else ():
        if not left:
            break
        try:
            state = probe.state(lab)
            findings = tuple((candidate, probe.run(lab, candidate)) for candidate in left)
        except ProbeError as error:
            problems.append(f"{probe.name}: {error.message}")
            continue
        left = tuple(c for c, finding in findings if finding.verdict is not Verdict.REFUTED)
        trials.append(Trial(probe.name, probe.kind, state, findings, left))
    elimination = Elimination(
        locator.symbol, proposed, decisive, tuple(trials), tuple(problems)
    )
    survivor = elimination.survivor
    if survivor is not None and elimination.proven:
        lab.known[locator.symbol] = survivor
    return elimination
