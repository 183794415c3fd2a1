"""``gbatool diff``: what differs between two states."""

from __future__ import annotations

from typing import Annotated

import typer

from gbatool.commands import completion, options

app = typer.Typer(add_completion=False)


OneState = Annotated[
    str,
    typer.Argument(
        metavar="FILE|LABEL",
        autocompletion=completion.complete_state,
        help="A savestate, or power-on.",
    ),
]


@app.command(
    epilog=options.examples(
        "gbatool diff bedroom talking.ss0", "gbatool diff bedroom talking.ss0 --region iwram --json"
    )
)
def diff(
    first: OneState,
    second: OneState,
    *,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    region: Annotated[
        options.Region | None, typer.Option("--region", help="Look at one memory only.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Show at most N places.")
    ] = 40,
    as_json: options.Json = False,
) -> None:
    """Show what differs between the RAM of two states, symbols' names beside addresses."""
    from gbatool.compare.diff import diff_states
    from gbatool.game import Request, open_profile, open_rom, open_state
    from gbatool.memory import RAM_REGIONS, Region
    from gbatool.render.compare import diff_lines
    from gbatool.render.output import notice, show, show_json

    request = Request(rom=rom, patch=patch, profile=profile)
    image = open_rom(request, notice)
    known = open_profile(image, request, needs_profile=False)
    before, after = (
        open_state(image, known, name).saved.snapshot(image) for name in (first, second)
    )
    regions = RAM_REGIONS if region is None else (Region[region.name],)
    document = diff_states(before, after, known, regions)
    if as_json:
        show_json(document)
    else:
        show(diff_lines(document, limit))
