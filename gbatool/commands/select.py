"""``gbatool select``: choose an entry of the open menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import completion, options
from gbatool.commands.acting import perform

if TYPE_CHECKING:
    from gbatool.actions.budgets import Budget
    from gbatool.actions.outcomes import Outcome
    from gbatool.game import Game

app = typer.Typer(add_completion=False)


@app.command(
    epilog=options.examples(
        "gbatool select exit --state menu.ss0", "gbatool select bag --no-confirm --state menu.ss0"
    )
)
@options.grouped
def select(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    entry: Annotated[
        str,
        typer.Argument(
            metavar="ENTRY",
            autocompletion=completion.complete_entry,
            help="Its id or label; case does not matter.",
        ),
    ],
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm/--no-confirm", help="Press A on it, or only move the cursor to it."
        ),
    ] = True,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Choose an entry of the open menu; the cursor is checked after every press."""

    def act(opened: Game, budget: Budget) -> Outcome:
        from gbatool.actions.select import select as choose

        return choose(opened.emulator, opened.profile, entry, confirm=confirm, budget=budget)

    perform(game, acting, act, local=local, as_json=as_json)
