"""Re-prove a profile: does each of its addresses still pass its probes, on a fresh core?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gbatool.core import EmulatorState
from gbatool.engine.engine import NONE, UNKNOWN
from gbatool.engine.traits import WORDS, differing
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.profile import Profile
from gbatool.scan import LOCATORS
from gbatool.scan.derive import PowerOn, open_lab
from gbatool.scan.eliminate import decisive_probes, learn, propose, run_probes
from gbatool.scan.findings import Candidate, Elimination, ProbeVerdict, Problem
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
    """One symbol or trait, proven again or not.

    Attributes:
        name: The symbol, or the trait.
        fact: Its address, or its value.
        why: What happened where it does not hold.
    """

    name: str
    fact: Address | str
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
    """Prove every symbol and trait of a profile again, requirements first.

    Args:
        power_on: Gives a fresh core with the profile's ROM.
        profile: What to re-prove.
        states: Labelled states; ``overworld`` spares the autopilot.
        symbols: Limits it to these symbols and traits, and what they require.
        on_progress: Called with the symbol that is next.

    Raises:
        NoPlayerControlError: The autopilot reached no state in which the player can walk.
    """
    tell = on_progress or ignore
    wanted = tuple(symbols or (*profile.symbols, *profile.traits))
    known = dict.fromkeys(name for one in wanted for name in _locators_of(one, profile))
    ordered = [
        one for one in LOCATORS.in_order(known) if one.symbol in profile.symbols or one.is_of_trait
    ]

    def prove_again(lab: Lab, locator: Locator) -> Elimination:
        return _prove_again(lab, locator, profile)

    survey = Survey([Attempt(*open_lab(power_on(), states, on_progress))])
    run_catalogue(survey, Catalogue(ordered, prove_again, tell))
    results: list[Reproof] = []
    for symbol, elimination in survey.results(one.symbol for one in ordered).items():
        standing = _standing(survey, elimination)
        if symbol in profile.symbols:
            results.append(Reproof(symbol, profile.symbols[symbol].address, *standing))
        traits = (name for name in LOCATORS[symbol].teaches if name in profile.traits)
        results += [Reproof(name, profile.traits[name].value, *standing) for name in traits]
    done = {one.name for one in results}
    for name in wanted:
        if name not in done and not _locators_of(name, profile):
            why = "this version has no locator for it"
            results.append(Reproof(name, _fact(name, profile), ReproofResult.NO_LOCATOR, why))
    return tuple(results)


def _fact(name: str, profile: Profile) -> Address | str:
    if name in profile.traits:
        return profile.traits[name].value
    return profile.symbols[name].address


def _locators_of(name: str, profile: Profile) -> tuple[str, ...]:
    """The locators that prove a symbol, or a trait; those of symbols that the profile lacks do not."""
    if name in LOCATORS:
        return (name,)
    return tuple(
        one.symbol
        for one in LOCATORS.locators
        if name in one.teaches and (one.is_of_trait or one.symbol in profile.symbols)
    )


def _is_of_profile(candidate: Candidate, locator: Locator, profile: Profile) -> bool:
    """Whether a candidate is the symbol's address in the profile, and has the profile's traits."""
    if not locator.is_of_trait and candidate.address != profile.symbols[locator.symbol].address:
        return False
    # a field that this locator does not tell can be told by another one
    told = {n: v for n, v in candidate.traits.items() if v not in (NONE, UNKNOWN) or n in WORDS}
    return not differing(profile.structures, told)


def _prove_again(lab: Lab, locator: Locator, profile: Profile) -> Elimination:
    """Eliminate one candidate only, the profile's; nothing is proposed where the scan lacks it."""
    decisive = decisive_probes(locator)
    try:
        proposed = propose(lab, locator)
    except ProbeError as error:
        return Elimination(locator.symbol, (), decisive, problems=(Problem.of(error),))
    candidates = tuple(found for found in proposed if _is_of_profile(found, locator, profile))
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
