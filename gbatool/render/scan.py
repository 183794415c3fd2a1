"""Candidates, probe results, the course of an elimination, and a derivation's result."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.render.aligned_table import AlignedTable
from gbatool.render.counted import counted
from gbatool.scan.derive import Derivation
from gbatool.scan.findings import Candidate, Elimination, ProbeVerdict, Trial

VERDICT_STYLES = {
    ProbeVerdict.HELD: "green",
    ProbeVerdict.REFUTED: "bold red",
    ProbeVerdict.INCONCLUSIVE: "yellow",
}
MOST_SHOWN = 6


def candidates_table(symbol: str, candidates: Sequence[Candidate]) -> RenderableType:
    """Every candidate with the fields read there and why it is plausible."""
    if not candidates:
        return Text(f"the scan proposes nothing for {symbol}")
    count = counted(len(candidates), "candidate")
    grid = AlignedTable("address", "read there", "why")
    for candidate in candidates:
        grid.add_row(str(candidate.address), _fields(candidate), candidate.reason)
    return Group(Text(f"{symbol}: {count}; a scan proves nothing", style="bold"), grid)


def _fields(candidate: Candidate) -> str:
    return ", ".join(
        f"{name} {value if abs(value) < 0x10000 else f'0x{value:08X}'}"
        for name, value in candidate.fields.items()
    )


def probe_lines(elimination: Elimination) -> RenderableType:
    """What each probe predicted for one address, and what happened."""
    address = elimination.proposed[0].address
    lines = [Text(f"{elimination.symbol} at {address}", style="bold")]
    for trial in elimination.trials:
        for _, finding in trial.findings:
            style = VERDICT_STYLES[finding.verdict]
            held = f"{finding.held}/{finding.tried}"
            head = (f"{trial.probe} ({trial.kind}) on {trial.state}: ", "")
            lines.append(Text.assemble(head, (f"{finding.verdict.value} {held}", style)))
            lines.append(Text(f"  predicted: {finding.predicted}"))
            lines.append(Text(f"  happened:  {finding.observed}"))
    lines += [Text(f"could not run: {problem}", style="yellow") for problem in elimination.problems]
    if elimination.proven:
        lines.append(Text("proven: every rival is ruled out", style="bold green"))
    else:
        lines.append(Text("not proven", style="bold red"))
    return Group(*lines)


def story_lines(elimination: Elimination) -> RenderableType:
    """How one symbol was found, probe by probe."""
    proposed, left = elimination.proposed, elimination.left
    lines = [
        Text(elimination.symbol, style="bold"),
        Text(f"The scan proposed {counted(len(proposed), 'candidate')}: {_listed(proposed)}."),
    ]
    for trial in elimination.trials:
        lines += _trial_lines(trial)
    lines += [Text(f"Could not run: {problem}.") for problem in elimination.problems]
    if elimination.proven and elimination.survivor is not None:
        verdict = f"{elimination.survivor.address} alone is left, and every rival is ruled out."
        lines.append(Text(verdict, style="green"))
    else:
        lines.append(
            Text(
                f"Not proven: {counted(len(left), 'candidate')} left: {_listed(left)}.",
                style="yellow",
            )
        )
    return Group(*lines)


def _trial_lines(trial: Trial) -> list[Text]:
    """One probe; candidates with the same prediction and observation share their lines."""
    left = {candidate.address for candidate in trial.left}
    groups: dict[tuple[bool, str, str], list[Candidate]] = {}
    for candidate, finding in trial.findings:
        told = f"predicted: {finding.predicted}", f"happened: {finding.observed}"
        groups.setdefault((candidate.address in left, *told), []).append(candidate)
    head = f"{trial.probe} ({trial.kind}, on {trial.state}) left {counted(len(left), 'candidate')}."
    lines = [Text(head)]
    for (stays, predicted, happened), candidates in groups.items():
        fate = ("stays", "green") if stays else ("out", "red")
        lines.append(Text.assemble("  ", fate, f": {_listed(candidates)}"))
        lines += [Text(f"    {predicted}"), Text(f"    {happened}")]
    return lines


def _listed(candidates: Sequence[Candidate]) -> str:
    shown = ", ".join(str(candidate.address) for candidate in candidates[:MOST_SHOWN])
    more = f" and {len(candidates) - MOST_SHOWN} more" if len(candidates) > MOST_SHOWN else ""
    return (shown or "none") + more


def derivation_table(derivation: Derivation) -> RenderableType:
    """One line a symbol: address, status, candidates left; then the root causes of unresolved ones."""
    profile = derivation.profile
    grid = AlignedTable("symbol", "address", "status", "candidates: scan > each probe")
    open_count = 0
    for elimination in derivation.eliminations:
        symbol = profile.symbols.get(elimination.symbol)
        unresolved = profile.unresolved.get(elimination.symbol)
        left = [len(elimination.proposed), *(len(trial.left) for trial in elimination.trials)]
        counts = " > ".join(map(str, left))
        if symbol is not None:
            status = Text(symbol.status.value, style="green")
            grid.add_row(symbol.name, str(symbol.address), status, counts)
        elif unresolved is not None:
            grid.add_row(unresolved.name, "", Text("unresolved", style="yellow"), counts)
            open_count += 1
        # else the engine family has no such symbol
    causes = [Text(f"  {cause}", style="yellow") for cause in derivation.root_causes]
    if causes:
        title = (
            f"{counted(len(causes), 'root cause')} for {counted(open_count, 'unresolved symbol')}"
        )
        causes.insert(0, Text(f"{title}:", style="bold"))
    found = f"{len(profile.symbols)} of {len(profile.symbols) + open_count} symbols proven"
    return Group(grid, *causes, Text(f"{found}; engine family {profile.engine}", style="bold"))
