"""The JSON documents of ``scan`` and ``probe``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gbatool.documents import RomRef
from gbatool.rom import Rom
from gbatool.scan.findings import Candidate, Elimination, Verdict


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
    verdict: Verdict


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
        problems=elimination.problems,
    )
