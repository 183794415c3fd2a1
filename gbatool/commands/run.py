"""``gbatool run``: do a list of actions from a file, in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gbatool.commands import options
from gbatool.commands.acting import budget_of

app = typer.Typer(add_completion=False)


@app.command(epilog=options.examples("gbatool run plan.yaml", "gbatool run plan.yaml --json"))
@options.grouped
def run(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A YAML list of actions.")],
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Do a list of actions, and stop at the first that is refused or ends short.

    The budgets apply to each step; a session keeps every completed step.
    """
    from gbatool.actions.documents import outcome_document, run_document
    from gbatool.actions.plan_file import parse_plan
    from gbatool.actions.run_plan import StepResult, run_plan
    from gbatool.errors import ExitCode
    from gbatool.files import read_file
    from gbatool.game import open_game
    from gbatool.persist import keep, save_state
    from gbatool.render.outcome import step_lines
    from gbatool.render.output import notice, show, show_json

    steps = parse_plan(read_file(file, "plan"), file.name, local=local)
    results: list[StepResult] = []
    budget = budget_of(acting)
    with open_game(options.request(game), notice, writes=True) as opened:
        emulator, profile = opened.emulator, opened.profile
        for result in run_plan(emulator, profile, steps, budget=budget, blocked=opened.blocked):
            results.append(result)
            if not as_json:
                show(step_lines(result, local=local))
            if result.outcome is not None:
                document = outcome_document(result.outcome, profile, emulator.frame)
                evidence = acting.evidence
                keep(opened, result.name, document, blocked=result.blocked, evidence=evidence)
        save_state(opened, acting.save_state)
        if as_json:
            show_json(run_document(results, profile, emulator.frame))
    stopped = next((result for result in results if result.stops), None)
    raise typer.Exit(stopped.exit_code if stopped is not None else ExitCode.OK)
