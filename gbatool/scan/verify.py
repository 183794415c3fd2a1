"""Re-prove a profile: does each of its addresses still pass its probes, on a fresh core?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gbatool.core import EmulatorState
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.profile import Profile
from gbatool.scan import LOCATORS
from gbatool.scan.derive import PowerOn, open_lab
from gbatool.scan.eliminate import decisive_probes, learn, propose, run_probes
from gbatool.scan.findings import Elimination, ProbeVerdict, Problem
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator
from gbatool.scan.places.survey import Attempt, Catalogue, Progress, Survey, ignore, run_catalogue


class ReproofResult(str, Enum):
    """The result of proving a symbol again."""

    HOLDS = "holds"
    REFUTED = "refuted"
    NOT_PROVEN = "not_proven"
    NO_LOCATOR = "no_locator"


@dataclass(frozen=True, slots=True)
class Reproof:
    """One symbol, proven again or not. ``why`` says what happened where it does not hold."""

    symbol: str
    address: Address
    standing: ReproofResult
    why: str


def verify_profile(
    power_on: PowerOn,
    profile: Profile,
    *,
    states: Mapping[str, EmulatorState] | None = None,
    symbols: tuple[str, ...] | None = None,
    on_progress: Progress | None = None,
) -> tuple[Reproof, ...]:
    """Prove every symbol of a profile again, requirements first.

    Args:
        power_on: Gives a fresh core with the profile's ROM.
        profile: What to re-prove.
        states: Labelled states; ``overworld`` spares the autopilot.
        symbols: Limits it to these and what they require.
        on_progress: Called with the symbol that is next.

    Raises:
        NoPlayerControlError: The autopilot reached no state in which the player can walk.
    """
    tell = on_progress or ignore
    wanted = tuple(name for name in symbols or profile.symbols if name in LOCATORS)
    ordered = [one for one in LOCATORS.in_order(wanted) if one.symbol in profile.symbols]

    def prove_again(lab: Lab, locator: Locator) -> Elimination:
        return _prove_again(lab, locator, profile.symbols[locator.symbol].address)

    survey = Survey([Attempt(*open_lab(power_on(), states, on_progress))])
    run_catalogue(survey, Catalogue(ordered, prove_again, tell))
    results = [
        Reproof(symbol, profile.symbols[symbol].address, *_standing(survey, elimination))
        for symbol, elimination in survey.results(one.symbol for one in ordered).items()
    ]
    missing = [name for name in symbols or profile.symbols if name not in LOCATORS]
    for name in missing:
        address = profile.symbols[name].address
        why = "this version has no locator for it"
        results.append(Reproof(name, address, ReproofResult.NO_LOCATOR, why))
    return tuple(results)


def _prove_again(lab: Lab, locator: Locator, address: Address) -> Elimination:
    """Eliminate one candidate only, the profile's; nothing is proposed where the scan lacks it."""
    decisive = decisive_probes(locator)
    try:
        proposed = propose(lab, locator)
    except ProbeError as error:
        return Elimination(locator.symbol, (), decisive, problems=(Problem.of(error),))
    candidates = tuple(found for found in proposed if found.address == address)
    elimination = run_probes(lab, locator, candidates)
    if elimination.proven:
        learn(lab, locator.symbol, candidates[0])
    return elimination


def _standing(survey: Survey, elimination: Elimination) -> tuple[ReproofResult, str]:
    if survey.credited(elimination.symbol) is not None:
        return ReproofResult.HOLDS, ""
    for trial in elimination.trials:
        for _, finding in trial.findings:
            if finding.verdict is ProbeVerdict.REFUTED:
                return ReproofResult.REFUTED, f"{finding.predicted}: {finding.observed}"
    problems = "; ".join(map(str, elimination.problems))
    if not problems and not elimination.proposed:
        return ReproofResult.REFUTED, "the scan no longer proposes it"
    return ReproofResult.NOT_PROVEN, problems or "no probe was conclusive"
