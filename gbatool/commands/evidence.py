"""``gbatool evidence``: check what an evidence log says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gbatool.commands import completion, options

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Evidence logs: verify.")


@app.callback()
def evidence() -> None:
    """Evidence logs: verify."""


@app.command(
    "verify",
    epilog=options.examples(
        "gbatool evidence verify out/walk/evidence.jsonl",
        "gbatool evidence verify log.jsonl --state bedroom",
        "gbatool evidence verify log.jsonl --chain",
    ),
)
def verify_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The evidence log.")],
    *,
    chain_only: Annotated[
        bool, typer.Option("--chain", help="Only check the chain of digests; play nothing.")
    ] = False,
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            envvar="GBATOOL_STATE",
            metavar="FILE|LABEL",
            autocompletion=completion.complete_state,
            help="The state that it began in; a session's own log knows it.",
        ),
    ] = None,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Check the chain of an evidence log, and play it: every digest must come out again.

    A session's log is compared with the session, too. Status 3 if something differs,
    or if lines begin in a state that is not known.
    """
    from gbatool.errors import ExitCode
    from gbatool.game import Request
    from gbatool.persist import verify_log
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.session import check_lines

    request = Request(rom=rom, patch=patch, profile=profile, state=state)
    check = verify_log(file, None if chain_only else request, notice)
    if as_json:
        show_json(check)
    else:
        show(check_lines(check))
    raise typer.Exit(ExitCode.FAILED_CLOSED if check.not_replayed else ExitCode.OK)
