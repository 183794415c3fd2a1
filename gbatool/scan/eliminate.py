"""Elimination: let a locator's probes refute its scan's candidates, one probe after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gbatool.engine.families import ENGINES
from gbatool.errors import OutOfRegionError, ProbeError
from gbatool.profile.addresses import address_problem
from gbatool.scan.findings import (
    Candidate,
    Elimination,
    ProbeFinding,
    ProbeVerdict,
    Problem,
    Trial,
)
from gbatool.scan.kernel.memory_scan import literals
from gbatool.scan.lab.family import find_family, may_have
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.labels.checks import check_screens
from gbatool.scan.locator import Locator, Probe


def eliminate(lab: Lab, locator: Locator, *, use_probes: bool = True) -> Elimination:
    """Scan for one symbol and let its probes eliminate candidates.

    A proven survivor becomes known to the laboratory, so that later locators can rest on it.

    Args:
        lab: Where to experiment.
        locator: What to find.
        use_probes: False leaves what the scan alone proposes.
    """
    try:
        proposed = propose(lab, locator)
    except ProbeError as error:
        problems = (Problem.of(error),)
        return Elimination(locator.symbol, (), decisive_probes(locator), problems=problems)
    if not use_probes:
        return Elimination(locator.symbol, proposed, decisive_probes(locator))
    return conclude(lab, locator, run_probes(lab, locator, proposed))


def conclude(lab: Lab, locator: Locator, elimination: Elimination) -> Elimination:
    """Make a proven survivor known to the laboratory, if something shows where it starts.

    Returns:
        The elimination; with a problem where nothing shows that.
    """
    survivor = elimination.survivor
    if survivor is not None and not has_witness(lab, locator, survivor):
        problem = Problem(
            f"no word of the ROM names {survivor.address}, so nothing shows that it starts there"
        )
        return replace(elimination, problems=(*elimination.problems, problem), witnessed=False)
    if survivor is not None and elimination.proven:
        learn(lab, locator.symbol, survivor)
    return elimination


def propose(lab: Lab, locator: Locator) -> tuple[Candidate, ...]:
    """What the scan of a symbol proposes, by address.

    Raises:
        ProbeError: A state or symbol that it needs is missing, it read outside memory, or no
            address that it found can be the symbol's.
    """
    check_required(lab, locator)
    try:
        locator.stage.bring(lab)
        found = locator.scan(lab)
    except OutOfRegionError as error:
        raise ProbeError(f"the scan read outside memory: {error.message}") from error
    return tuple(sorted(_possible(lab, locator, found), key=lambda candidate: candidate.key))


def _possible(lab: Lab, locator: Locator, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates whose addresses a profile can have for the symbol.

    Raises:
        ProbeError: There are candidates, and none of them is possible.
    """
    if locator.is_of_trait:
        return found
    rom_size = len(lab.emulator.live.rom)
    problems = [
        address_problem(
            locator.symbol,
            candidate.address,
            candidate.fields.get("size", locator.size),
            rom_size,
        )
        for candidate in found
    ]
    possible = [one for one, problem in zip(found, problems, strict=True) if problem is None]
    if found and not possible:
        raise ProbeError(f"what the scan found can't be the symbol's address: {problems[0]}")
    return possible


def learn(lab: Lab, symbol: str, candidate: Candidate) -> None:
    """Make a proven symbol known to the laboratory.

    Raises:
        WrongLabelError: The symbol shows that a labelled state is not what its label says.
    """
    lab.known[symbol] = candidate
    if symbol == "gMain":
        check_screens(lab)


def has_witness(lab: Lab, locator: Locator, survivor: Candidate) -> bool:
    """Whether something shows where the structure starts: a probe, or a word of the ROM."""
    return not locator.start_is_inferred or bool(literals(lab.emulator.live, survivor.address))


def check_required(lab: Lab, locator: Locator) -> None:
    """Make sure that a locator's requirements are proven, and that the family has its symbol.

    Raises:
        ProbeError: One is not proven, or the family does not have the symbol.
    """
    missing = [name for name in locator.requires if name not in lab.known]
    if missing:
        *others, last = missing
        names, are = (f"{', '.join(others)} and {last}", "are") if others else (last, "is")
        raise ProbeError(f"this needs {names}, which {are} not proven", needs=list(missing))
    if locator.after and not any(name in lab.known for name in locator.after):
        raise ProbeError(
            f"this needs one of {', '.join(locator.after)}, and none is proven",
            needs=list(locator.after),
        )
    if all(engine.has(locator.symbol) for engine in ENGINES.values()):
        return
    if not may_have(lab, locator.symbol):
        family = find_family(lab)
        instead = family.instead_of(locator.symbol)
        raise ProbeError(
            f"the engine family {family.name} does not have it"
            + (f": {instead}" if instead else "")
        )


def decisive_probes(locator: Locator) -> frozenset[str]:
    """Names of the probes that rule out the locator's declared rivals."""
    return frozenset(locator.doc.rivals.values())


def run_probes(lab: Lab, locator: Locator, candidates: tuple[Candidate, ...]) -> Elimination:
    """Run all probes of a locator against these candidates, dropping the refuted ones."""
    trials: list[Trial] = []
    problems: list[Problem] = []
    left = candidates
    for probe in locator.probes:
        if not left:
            break
        try:
            state = probe.stage.bring(lab)
            findings = tuple((candidate, _run(probe, lab, candidate)) for candidate in left)
        except ProbeError as error:
            problems.append(Problem.of(error, probe.name))
            continue
        left = tuple(c for c, finding in findings if finding.verdict is not ProbeVerdict.REFUTED)
        trials.append(Trial(probe.name, probe.kind, state, findings, left))
    return Elimination(
        locator.symbol, candidates, decisive_probes(locator), tuple(trials), tuple(problems)
    )


def _run(probe: Probe, lab: Lab, candidate: Candidate) -> ProbeFinding:
    """Run a probe; inconclusive where the candidate leads it outside memory."""
    try:
        return probe.run(lab, candidate)
    except OutOfRegionError as error:
        return ProbeFinding("the structure lies whole in memory", error.message, 0, 0)
