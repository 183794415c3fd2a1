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
from gbatool.scan.eliminate import learn, propose, run_probes
from gbatool.scan.findings import Elimination, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator
from gbatool.scan.places import Progress


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
    lab, _ = open_lab(power_on(), states, on_progress)
    wanted = tuple(name for name in symbols or profile.symbols if name in LOCATORS)
    results = []
    for locator in LOCATORS.in_order(wanted):
        if locator.symbol not in profile.symbols:
            continue
        if on_progress is not None:
            on_progress(locator.symbol)
        results.append(_prove_again(lab, locator, profile.symbols[locator.symbol].address))
    missing = [name for name in symbols or profile.symbols if name not in LOCATORS]
    for name in missing:
        address = profile.symbols[name].address
        why = "this version has no locator for it"
        results.append(Reproof(name, address, ReproofResult.NO_LOCATOR, why))
    return tuple(results)


def _prove_again(lab: Lab, locator: Locator, address: Address) -> Reproof:
    try:
        proposed = propose(lab, locator)
    except ProbeError as error:
        return Reproof(locator.symbol, address, ReproofResult.NOT_PROVEN, error.message)
    candidate = next((found for found in proposed if found.address == address), None)
    if candidate is None:
        why = "the scan no longer proposes it"
        return Reproof(locator.symbol, address, ReproofResult.REFUTED, why)
    elimination = run_probes(lab, locator, (candidate,))
    if elimination.proven:
        learn(lab, locator.symbol, candidate)
        return Reproof(locator.symbol, address, ReproofResult.HOLDS, "")
    return Reproof(locator.symbol, address, *_failure(elimination))


def _failure(elimination: Elimination) -> tuple[ReproofResult, str]:
    for trial in elimination.trials:
        for _, finding in trial.findings:
            if finding.verdict is ProbeVerdict.REFUTED:
                return ReproofResult.REFUTED, f"{finding.predicted}: {finding.observed}"
    problems = "; ".join(map(str, elimination.problems))
    return ReproofResult.NOT_PROVEN, problems or "no probe was conclusive"
