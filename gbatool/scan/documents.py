"""The JSON documents of ``scan``, ``probe`` and ``profile verify``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from gbatool.documents import RomRef
from gbatool.memory import Address
from gbatool.profile import Profile, Status
from gbatool.rom import Rom
from gbatool.scan.findings import Candidate, Elimination, ProbeVerdict
from gbatool.scan.verify import Reproof, ReproofResult


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """An address that could be the symbol's.

    Attributes:
        address: In hex.
        reason: Why it is plausible.
        fields: What was read there.
    """

    address: str
    reason: str
    fields: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScanDocument:
    """``scan``: every candidate of a symbol, by address."""

    schema: Literal["gbatool/scan/1"]
    rom: RomRef
    symbol: str
    candidates: tuple[CandidateRow, ...]
    frame: None = None


@dataclass(frozen=True, slots=True)
class FindingRow:
    """What one probe predicted of one address, and what happened.

    Attributes:
        probe: Its name.
        kind: ``bump``, ``poke``, ``key`` or ``watch``.
        savestate: Label of the state that it ran on.
        address: In hex.
        predicted: What the candidate, if it were the true one, would make happen.
        observed: What did happen.
        held: In how many of ``tried`` trials the prediction held.
        tried: Trials that were conclusive.
        verdict: What that means.
    """

    probe: str
    kind: str
    savestate: str
    address: str
    predicted: str
    observed: str
    held: int
    tried: int
    verdict: ProbeVerdict


@dataclass(frozen=True, slots=True)
class ProbeDocument:
    """``probe``: each prediction and what happened.

    Attributes:
        proven: Every decisive probe held, and one of them made the game act.
        problems: Probes that could not run, which says nothing of the address.
    """

    schema: Literal["gbatool/probe/1"]
    rom: RomRef
    symbol: str
    address: str
    proven: bool
    findings: tuple[FindingRow, ...]
    problems: tuple[str, ...]
    frame: None = None


@dataclass(frozen=True, slots=True)
class ReproofRow:
    """One symbol, proven again or not.

    Attributes:
        symbol: Its name.
        address: In hex, as the profile has it.
        status: What the profile says of it.
        standing: The result this time.
        why: What happened, where it does not hold.
    """

    symbol: str
    address: str | None
    value: str | None
    status: Status
    standing: ReproofResult
    why: str | None

    @property
    def breaks(self) -> bool:
        """Whether the profile claims more than could be shown: refuted, or no proof any more."""
        if self.standing is ReproofResult.REFUTED:
            return True
        return self.standing is ReproofResult.NOT_PROVEN and self.status is Status.VERIFIED


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyDocument:
    """``profile verify``: every symbol that was to be proven again.

    Attributes:
        sound: Nothing was refuted, and everything that is called verified was proven again, as
            far as there is a locator for it.
    """

    schema: Literal["gbatool/profile-verify/1"] = "gbatool/profile-verify/1"
    rom: RomRef
    frame: None = None
    sound: bool
    symbols: tuple[ReproofRow, ...]


def scan_document(rom: Rom, symbol: str, candidates: tuple[Candidate, ...]) -> ScanDocument:
    """The candidates as a document."""
    rows = tuple(CandidateRow(str(c.address), c.reason, dict(c.fields)) for c in candidates)
    return ScanDocument("gbatool/scan/1", RomRef(rom.sha1), symbol, rows)


def probe_document(rom: Rom, elimination: Elimination) -> ProbeDocument:
    """The probes of one candidate as a document."""
    rows = tuple(
        FindingRow(
            probe=trial.probe,
            kind=trial.kind,
            savestate=trial.state,
            address=str(candidate.address),
            predicted=finding.predicted,
            observed=finding.observed,
            held=finding.held,
            tried=finding.tried,
            verdict=finding.verdict,
        )
        for trial in elimination.trials
        for candidate, finding in trial.findings
    )
    return ProbeDocument(
        schema="gbatool/probe/1",
        rom=RomRef(rom.sha1),
        symbol=elimination.symbol,
        address=str(elimination.proposed[0].address),
        proven=elimination.proven,
        findings=rows,
        problems=tuple(map(str, elimination.problems)),
    )


def verify_document(profile: Profile, reproofs: Iterable[Reproof]) -> VerifyDocument:
    """The results as a document, in their order."""
    rows = tuple(
        ReproofRow(
            symbol=item.name,
            address=str(item.fact) if isinstance(item.fact, Address) else None,
            value=item.fact if isinstance(item.fact, str) else None,
            status=(profile.traits.get(item.name) or profile.symbols[item.name]).status,
            standing=item.standing,
            why=item.why or None,
        )
        for item in reproofs
    )
    return VerifyDocument(
        rom=RomRef(profile.rom.sha1, profile.name),
        sound=not any(row.breaks for row in rows),
        symbols=rows,
    )
