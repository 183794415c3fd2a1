"""``gbatool wait``: let frames pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import options
from gbatool.commands.acting import perform

if TYPE_CHECKING:
    from gbatool.actions.budgets import Budget
    from gbatool.actions.outcomes import Outcome
    from gbatool.game import Game

app = typer.Typer(add_completion=False)


@app.command(
    epilog=options.examples("gbatool wait 60", "gbatool wait --until input-ready --max-frames 600")
)
@options.grouped
def wait(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    frames: Annotated[
        int | None, typer.Argument(min=0, help="How many; with --until, at most that many.")
    ] = None,
    until: options.Until = None,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Let frames pass with no button held, or wait until a condition is true."""

    def act(opened: Game, budget: Budget) -> Outcome:
        from gbatool.actions.conditions import parse_condition
        from gbatool.actions.wait import wait as let_pass

        condition = parse_condition(until, local=local) if until is not None else None
        return let_pass(
            opened.emulator, opened.profile, frames=frames, until=condition, budget=budget
        )

    perform(game, acting, act, local=local, as_json=as_json, needs_profile=until is not None)
