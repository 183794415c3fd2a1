"""The checks of ``gbatool doctor`` as lines."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.health import CoreReport, HealthReport


def health_table(report: HealthReport) -> RenderableType:
    """One line a check; below a failed one the command that repairs it."""
    width = max(len(check.name) for check in report.checks)
    lines = [Text(f"gbatool {report.version}")]
    for check in report.checks:
        mark, style = ("ok", "green") if check.ok else ("--", "bold red")
        line = Text.assemble((f"{mark:4}", style), f"{check.name:{width}}  {check.found}")
        lines.append(line)
        if check.fix:
            lines.append(Text(f"    {'':{width}}  fix: {check.fix}", style="yellow"))
    lines += [_core_line(core, width) for core in report.cores]
    lines.append(
        Text("Everything is here.", style="green")
        if report.healthy
        else Text("Something is missing; do what the lines above say.", style="bold red")
    )
    return Group(*lines)


def _core_line(core: CoreReport, width: int) -> Text:
    """A core: whether it runs, was passed over, or can't be used, and why."""
    if core.runs:
        mark, style, more = "runs", "green", ""
    elif core.works:
        mark, style, more = "could run", "", f" (passed over: {core.passed_over})"
    else:
        mark, style, more = "no", "dim", ""
    text = f"{'':4}{'core ' + core.name:{width}}  {mark}: {core.found}{more}"
    return Text(text, style=style)
