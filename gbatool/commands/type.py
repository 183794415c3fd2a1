"""``gbatool type``: type a text on the naming screen."""

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


@app.command("type", epilog=options.examples("gbatool type Moss --accept --state naming.ss0"))
@options.grouped
def type_command(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The text to enter.")],
    accept: Annotated[bool, typer.Option("--accept", help="Then confirm the name.")] = False,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Type a name key by key; keeps what is already entered as far as it matches."""

    def act(opened: Game, budget: Budget) -> Outcome:
        from gbatool.actions.type_text import type_text

        return type_text(opened.emulator, opened.profile, text, accept=accept, budget=budget)

    perform(game, acting, act, local=local, as_json=as_json)
