"""What every acting command does around its action: open, budget, keep, show, exit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

import typer

from gbatool.commands import options

if TYPE_CHECKING:
    from gbatool.actions.blocked_tiles import BlockedTiles
    from gbatool.actions.budgets import Budget
    from gbatool.actions.outcomes import Outcome
    from gbatool.game import Game

    Act = Callable[[Game, Budget], "Outcome | tuple[Outcome, BlockedTiles]"]


def perform(
    game: options.GameOptions,
    acting: options.ActionOptions,
    act: Act,
    *,
    local: bool = False,
    as_json: bool = False,
    needs_profile: bool = True,
) -> NoReturn:
    """Do one action and end the command with the status that its outcome has.

    Args:
        game: What to do it in.
        acting: What it may cost, and what is kept of it.
        act: The action.
        local: Show map-local coordinates.
        as_json: Print a document.
        needs_profile: Whether the action makes no sense without one.
    """
    from gbatool.actions.documents import outcome_document
    from gbatool.game import open_game
    from gbatool.render.output import notice, show, show_json

    budget = budget_of(acting)
    request = options.request(game)
    with open_game(request, notice, writes=True, needs_profile=needs_profile) as opened:
        result = act(opened, budget)
        outcome, blocked = result if isinstance(result, tuple) else (result, opened.blocked)
        document = outcome_document(outcome, opened.profile, opened.emulator.frame)
        if opened.session or acting.save_state or acting.evidence:
            from gbatool.persist import keep

            keep(
                opened,
                outcome.action,
                document,
                blocked=blocked,
                state_file=acting.save_state,
                evidence=acting.evidence,
            )
    if as_json:
        show_json(document)
    else:
        from gbatool.render.outcome import outcome_lines

        show(outcome_lines(outcome, local=local))
    raise typer.Exit(outcome.exit_code)


def budget_of(acting: options.ActionOptions) -> Budget:
    """What the command line allows an action to spend; what it keeps must be possible to write.

    Raises:
        FileProblemError: A file that it names can't be written.
    """
    from gbatool.actions.budgets import Budget
    from gbatool.files import check_writable

    for file in (acting.save_state, acting.evidence):
        if file is not None:
            check_writable(file)
    default = Budget()
    return Budget(acting.max_inputs or default.max_inputs, acting.max_frames or default.max_frames)
