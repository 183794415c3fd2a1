"""``gbatool dial``: read the open conversation to its next decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from gbatool.commands import options
from gbatool.commands.acting import perform

if TYPE_CHECKING:
    from gbatool.actions.budgets import Budget
    from gbatool.actions.outcomes import Outcome
    from gbatool.game import Game

app = typer.Typer(add_completion=False)


@app.command(
    epilog=options.examples(
        "gbatool dial --session out/walk", "gbatool dial --state talking.ss0 --json"
    )
)
@options.grouped
def dial(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Read the open conversation to its next decision; answers nothing."""

    def act(opened: Game, budget: Budget) -> Outcome:
        from gbatool.actions.dial import dial as read_on

        return read_on(opened.emulator, opened.profile, budget=budget)

    perform(game, acting, act, local=local, as_json=as_json)
