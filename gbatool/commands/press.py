"""``gbatool press``: press buttons."""

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
    epilog=options.examples(
        "gbatool press a",
        "gbatool press up up a --session out/walk",
        "gbatool press b --repeat 20 --until no-dialog",
    )
)
@options.grouped
def press(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    buttons: Annotated[
        list[str],
        typer.Argument(
            metavar="BUTTON...", help="a b start select up down left right l r; a+b holds both."
        ),
    ],
    hold: Annotated[
        int | None,
        typer.Option("--hold", metavar="N", min=1, help="Hold each for N frames."),
    ] = None,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="N", min=1, help="Press the whole sequence N times.")
    ] = 1,
    until: options.Until = None,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Press buttons and report the outcome."""

    def act(opened: Game, budget: Budget) -> Outcome:
        from gbatool.actions.conditions import parse_condition
        from gbatool.actions.press import HOLD_FRAMES, parse_buttons
        from gbatool.actions.press import press as press_buttons

        return press_buttons(
            opened.emulator,
            opened.profile,
            [parse_buttons(text) for text in buttons],
            hold=hold or HOLD_FRAMES,
            repeat=repeat,
            until=parse_condition(until, local=local) if until is not None else None,
            budget=budget,
        )

    perform(game, acting, act, local=local, as_json=as_json, needs_profile=until is not None)
