"""What scans propose and what probes find: plain values that are shown, compared and stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.profile import STATIC_KINDS, Evidence


class ProbeVerdict(str, Enum):
    """What a probe says of a candidate."""

    HELD = "held"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that could be the symbol's.

    Attributes:
        address: Bus address; for a ROM function without its Thumb bit.
        reason: Why it is plausible, in words.
        fields: What was read there.
        traits: What the engine is like if this is the symbol: name and value of each trait that the
            probes tell along with the address (:mod:`gbatool.engine.traits`).
    """

    address: Address
    reason: str
    fields: Mapping[str, int] = field(default_factory=dict)
    traits: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Address, tuple[tuple[str, str], ...]]:
        """What tells it from other candidates: the address, and the traits."""
        return self.address, tuple(sorted(self.traits.items()))


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """What one probe predicted of one candidate, and what happened.

    Attributes:
        predicted: What the candidate, if it were the true one, would make happen.
        observed: What did happen.
        held: In how many of ``tried`` trials the prediction held.
        tried: Trials that were conclusive.
    """

    predicted: str
    observed: str
    held: int
    tried: int

    @property
    def verdict(self) -> ProbeVerdict:
        """Held in all trials, refuted by at least one, or no trial was conclusive."""
        if not self.tried:
            return ProbeVerdict.INCONCLUSIVE
        return ProbeVerdict.HELD if self.held == self.tried else ProbeVerdict.REFUTED


@dataclass(frozen=True, slots=True)
class Trial:
    """One probe run against every candidate that was left.

    Attributes:
        probe: Its name.
        kind: ``bump``, ``poke``, ``key`` or ``watch``; ``like`` for what a relative's profile says.
        state: Label of the state it ran on.
        findings: One for each candidate, in the order of their addresses.
        left: Candidates that were not refuted.
    """

    probe: str
    kind: str
    state: str
    findings: tuple[tuple[Candidate, ProbeFinding], ...]
    left: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a scan or a probe could not be carried through, which refutes no candidate.

    Attributes:
        reason: What went wrong.
        needs: The symbols that it needs and that are not proven.
        probe: Name of the probe; None for the scan.
    """

    reason: str
    needs: tuple[str, ...] = ()
    probe: str | None = None

    @classmethod
    def of(cls, error: ProbeError, probe: str | None = None) -> Problem:
        """The problem that an error of a scan or of a probe tells of."""
        needs = error.detail.get("needs")
        return cls(error.message, tuple(map(str, needs)) if isinstance(needs, list) else (), probe)

    def __str__(self) -> str:
        return f"{self.probe}: {self.reason}" if self.probe else self.reason


@dataclass(frozen=True, slots=True)
class Elimination:
    """How one symbol was derived.

    Attributes:
        symbol: Canonical name.
        proposed: What the scan proposed.
        decisive: Names of the probes that rule out the declared rivals.
        trials: The probes in the order in which they ran.
        problems: What could not be carried through, and why.
        witnessed: Something shows where the survivor starts.
    """

    symbol: str
    proposed: tuple[Candidate, ...]
    decisive: frozenset[str]
    trials: tuple[Trial, ...] = ()
    problems: tuple[Problem, ...] = ()
    witnessed: bool = True

    @property
    def needs(self) -> tuple[str, ...]:
        """The symbols that it waits for: no problem but that they are not proven kept it open."""
        refuted = self.proposed and not self.left
        if self.proven or refuted or not all(problem.needs for problem in self.problems):
            return ()
        return tuple(dict.fromkeys(name for one in self.problems for name in one.needs))

    @property
    def left(self) -> tuple[Candidate, ...]:
        """The candidates that no probe refuted."""
        return self.trials[-1].left if self.trials else self.proposed

    @property
    def survivor(self) -> Candidate | None:
        """The only candidate left, if there is exactly one."""
        return self.left[0] if len(self.left) == 1 else None

    def refutes(self, address: Address) -> bool:
        """Whether a probe refuted an address that the scan proposed."""
        return any(one.address == address for one in self.proposed) and all(
            one.address != address for one in self.left
        )

    def findings(self, candidate: Candidate) -> list[tuple[Trial, ProbeFinding]]:
        """Every finding about one candidate."""
        return [
            (trial, finding)
            for trial in self.trials
            for other, finding in trial.findings
            if other.key == candidate.key
        ]

    @property
    def proven(self) -> bool:
        """Whether the survivor held in every decisive probe, and in one that made the game act."""
        survivor = self.survivor
        if survivor is None or not self.witnessed:
            return False
        held = [t for t, f in self.findings(survivor) if f.verdict is ProbeVerdict.HELD]
        return self.decisive <= {trial.probe for trial in held} and any(
            trial.kind not in STATIC_KINDS for trial in held
        )

    def evidence(self, scanned_on: str) -> tuple[Evidence, ...]:
        """The survivor's evidence as the profile stores it.

        Args:
            scanned_on: Label of the state that the scan read.
        """
        survivor = self.survivor
        if survivor is None:
            return ()
        scan = Evidence("scan", survivor.reason, "1/1", len(self.proposed), scanned_on)
        return (
            scan,
            *(
                Evidence(
                    trial.kind,
                    finding.predicted,
                    f"{finding.held}/{finding.tried}",
                    len(trial.left),
                    trial.state,
                )
                for trial, finding in self.findings(survivor)
                if finding.verdict is ProbeVerdict.HELD
            ),
        )
