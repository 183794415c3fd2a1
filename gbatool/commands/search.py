"""``gbatool search``: classic RAM search over a session."""

from __future__ import annotations

from typing import Annotated

import typer

from gbatool.commands import options
from gbatool.compare.value_tests import ValueTest, check_value

app = typer.Typer(add_completion=False)

BEGIN_PANEL = "When a search begins"
FILE = "search.npz"


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no number, such as 12 or 0x0C") from None


def _refuse_other_search(**given: object) -> None:
    """Refuse options of a new search where one goes on, which would not obey them.

    Raises:
        UsageError: One is given.
    """
    from gbatool.errors import UsageError

    names = [f"--{name}" for name, value in given.items() if value is not None]
    if names:
        raise UsageError(
            f"a search goes on here, and {', '.join(names)} only says how one begins: start over"
            " with --new, or leave it away"
        )


@app.command(
    epilog=options.examples(
        "gbatool search any --width 2 --session out/walk",
        "gbatool search exact 12 --new --session out/walk",
        "gbatool search increased --session out/walk",
    )
)
@options.grouped
def search(
    game: options.GameOptions,
    *,
    test: Annotated[
        ValueTest, typer.Argument(metavar="TEST", help="What a value must satisfy to stay.")
    ],
    value: Annotated[
        int | None,
        typer.Argument(metavar="[VALUE]", parser=_number, help="What to compare it with."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new search.", rich_help_panel=BEGIN_PANEL)
    ] = False,
    width: Annotated[
        int | None,
        typer.Option(
            "--width", metavar="1|2|4", help="Bytes; 2 by default.", rich_help_panel=BEGIN_PANEL
        ),
    ] = None,
    align: Annotated[
        int | None,
        typer.Option(
            "--align",
            metavar="N",
            help="Addresses are multiples of it; of the width by default.",
            rich_help_panel=BEGIN_PANEL,
        ),
    ] = None,
    region: Annotated[
        options.Region | None,
        typer.Option("--region", help="One memory only.", rich_help_panel=BEGIN_PANEL),
    ] = None,
    signed: Annotated[
        bool,
        typer.Option("--signed", help="Values can be negative.", rich_help_panel=BEGIN_PANEL),
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Show at most N addresses.")
    ] = 20,
    as_json: options.Json = False,
) -> None:
    """Narrow down addresses by how their values change between the steps of a session.

    any begins with every address; changed, unchanged, increased and decreased
    compare with the state of the last search, the others with VALUE.
    """
    from gbatool.compare.documents import search_document
    from gbatool.compare.search import begin, load, narrow, save
    from gbatool.errors import UsageError
    from gbatool.files import exists
    from gbatool.game import open_game
    from gbatool.memory import RAM_REGIONS, Region
    from gbatool.render.compare import search_lines
    from gbatool.render.output import notice, show, show_json
    from gbatool.session.store import Session

    if game.session is None:
        raise UsageError("a search goes over the states of a session; name it with --session DIR")
    check_value(test, value)
    Session(game.session).check_exists()
    with open_game(options.request(game), notice, writes=True, needs_profile=False) as opened:
        path, ram = game.session / FILE, opened.snapshot
        if new or not exists(path):
            regions = RAM_REGIONS if region is None else (Region[region.name],)
            found = begin(ram, width or 2, align, regions, signed=signed)
        else:
            _refuse_other_search(width=width, align=align, region=region, signed=signed or None)
            found = load(path)
        found = narrow(found, ram, test, value)
        save(found, path)
    document = search_document(found, opened.profile, ram.frame, limit)
    if as_json:
        show_json(document)
    else:
        show(search_lines(document))
