"""``gbatool walk-to``: walk to a tile, an exit or an object event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import completion, options
from gbatool.commands.acting import perform
from gbatool.engine.directions import Facing

if TYPE_CHECKING:
    from gbatool.actions.blocked_tiles import BlockedTiles
    from gbatool.actions.budgets import Budget
    from gbatool.actions.outcomes import Outcome
    from gbatool.actions.route.targets import Target
    from gbatool.game import Game

app = typer.Typer(add_completion=False)

TARGET_PANEL = "Where to, instead of a tile"


@app.command(
    "walk-to",
    epilog=options.examples(
        "gbatool walk-to 12 12",
        "gbatool walk-to --warp 0 --through",
        "gbatool walk-to 4 4 --local --json",
    ),
)
@options.grouped
def walk_to_command(
    game: options.GameOptions,
    acting: options.ActionOptions,
    *,
    x: Annotated[int | None, typer.Argument(help="Column.", show_default=False)] = None,
    y: Annotated[int | None, typer.Argument(help="Row.", show_default=False)] = None,
    warp: Annotated[
        int | None,
        typer.Option(
            "--warp",
            metavar="N",
            autocompletion=completion.complete_warp,
            help="An exit by its number.",
            rich_help_panel=TARGET_PANEL,
        ),
    ] = None,
    local_id: Annotated[
        int | None,
        typer.Option(
            "--object",
            metavar="ID",
            autocompletion=completion.complete_object,
            help="An object event by its local id: stand beside it and face it.",
            rich_help_panel=TARGET_PANEL,
        ),
    ] = None,
    edge: Annotated[
        Facing | None,
        typer.Option(
            "--exit",
            autocompletion=completion.complete_edge,
            help="The map joined at that edge.",
            rich_help_panel=TARGET_PANEL,
        ),
    ] = None,
    through: Annotated[
        bool,
        typer.Option("--through", help="Wait until the map behind a warp takes input."),
    ] = False,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Walk to a tile, an exit or an object event; every step is checked."""
    target = _target(x, y, warp, local_id, edge, local=local)

    def act(opened: Game, budget: Budget) -> tuple[Outcome, BlockedTiles]:
        from gbatool.actions.walk_to import walk_to

        return walk_to(
            opened.emulator,
            opened.profile,
            target,
            budget=budget,
            blocked=opened.blocked,
            through=through,
        )

    perform(game, acting, act, local=local, as_json=as_json)


def _target(
    x: int | None,
    y: int | None,
    warp: int | None,
    local_id: int | None,
    edge: Facing | None,
    *,
    local: bool,
) -> Target:
    """The one target that was given.

    Raises:
        UsageError: None was, or several, or half of one.
    """
    from gbatool.actions.route.targets import EdgeTarget, ObjectEventTarget, TileTarget, WarpTarget
    from gbatool.engine.layouts import BORDER
    from gbatool.errors import UsageError

    targets: list[Target] = []
    if x is not None and y is not None:
        shift = BORDER if local else 0
        targets.append(TileTarget(x + shift, y + shift))
    elif x is not None:
        raise UsageError("a tile has a column and a row: gbatool walk-to X Y", column=x)
    if warp is not None:
        targets.append(WarpTarget(warp))
    if local_id is not None:
        targets.append(ObjectEventTarget(local_id))
    if edge is not None:
        targets.append(EdgeTarget(edge))
    if len(targets) != 1:
        raise UsageError(
            "say where to, once: X Y, --warp N, --object ID or --exit DIRECTION",
            targets=len(targets),
        )
    return targets[0]
