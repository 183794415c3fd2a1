"""The checks of ``gbatool doctor`` as lines."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.health import HealthReport


def health_table(report: HealthReport) -> RenderableType:
    """One line a check; below a failed one the command that repairs it."""
    width = max(len(check.name) for check in report.checks)
    lines = [Text(f"gbatool {report.version}")]
    for check in report.checks:
        mark, style = ("ok", "green") if check.ok else ("--", "bold red")
        line = Text.assemble((f"{mark:4}", style), f"{check.name:{width}}  {check.found}")
        lines.append(line)
        if check.fix:
            lines.append(Text(f"    {'':{width}}  install it: {check.fix}", style="yellow"))
    lines.append(
        Text("Everything is here.", style="green")
        if report.healthy
        else Text("Something is missing; run the commands above.", style="bold red")
    )
    return Group(*lines)
