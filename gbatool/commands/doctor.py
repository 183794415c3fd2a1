"""``gbatool doctor``: what is installed, what is missing, and the command that installs it."""

from __future__ import annotations

import typer

from gbatool.commands import options

app = typer.Typer(add_completion=False)


@app.command(epilog=options.examples("gbatool doctor", "gbatool doctor --json"))
def doctor(*, as_json: options.Json = False) -> None:
    """Check that everything the tool needs is installed."""
    from gbatool.health import examine
    from gbatool.render.health import health_table
    from gbatool.render.output import show, show_json

    report = examine()
    if as_json:
        show_json(report)
    else:
        show(health_table(report))
    raise typer.Exit(0 if report.healthy else 3)
