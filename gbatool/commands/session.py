"""``gbatool session``: start a chain of commands, look at it, go back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gbatool.commands import options

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Chain commands: start, status, undo, log."
)

Folder = Annotated[
    Path,
    typer.Option(
        "--session", envvar="GBATOOL_SESSION", metavar="DIR", help="The session's folder."
    ),
]


@app.command(
    "start",
    epilog=options.examples("gbatool session start --session out/walk"),
)
@options.grouped
def start_command(game: options.GameOptions, *, as_json: options.Json = False) -> None:
    """Make a session that starts from --state; --session names its folder."""
    from gbatool.errors import UsageError
    from gbatool.game import open_game
    from gbatool.persist import start_session
    from gbatool.render.output import notice

    if game.session is None:
        raise UsageError("name the new session's folder with --session DIR")
    with open_game(options.request(game), notice, writes=True, needs_profile=False) as opened:
        start_session(opened)
    _show(game.session, as_json=as_json)


@app.command("status", epilog=options.examples("gbatool session status --session out/walk"))
def status_command(session: Folder, *, as_json: options.Json = False) -> None:
    """Show where a session stands and what can be undone."""
    _show(session, as_json=as_json)


@app.command("undo", epilog=options.examples("gbatool session undo 2 --session out/walk"))
def undo_command(
    session: Folder,
    steps: Annotated[int, typer.Argument(min=1, help="How many actions to go back.")] = 1,
    *,
    as_json: options.Json = False,
) -> None:
    """Go back to the state before the last action, or before the last few."""
    from gbatool.session.log import undo

    undo(session, steps)
    _show(session, as_json=as_json)


@app.command(
    "log",
    epilog=options.examples(
        "gbatool session log --session out/walk", "gbatool session log --verify --session out/walk"
    ),
)
def log_command(
    session: Folder,
    *,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check the chain of digests.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """List the actions in the evidence log, after checking its chain."""
    from gbatool.render.output import show, show_json
    from gbatool.render.session import chain_line, log_lines
    from gbatool.session.log import read_log

    log = read_log(session)
    if as_json:
        show_json(log)
    elif verify:
        show(chain_line(log))
    else:
        show(log_lines(log), chain_line(log))


def _show(folder: Path, *, as_json: bool) -> None:
    from gbatool.render.output import show, show_json
    from gbatool.render.session import session_lines
    from gbatool.session.log import status_of
    from gbatool.session.store import Session

    status = status_of(Session(folder))
    if as_json:
        show_json(status)
    else:
        show(session_lines(folder, status))
