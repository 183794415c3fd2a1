"""``gbatool screenshot``: the screen as a PNG file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gbatool.commands import options

app = typer.Typer(add_completion=False)


@app.command(
    epilog=options.examples("gbatool screenshot screen.png", "gbatool screenshot big.png --scale 4")
)
@options.grouped
def screenshot(
    game: options.GameOptions,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The PNG file to write.")],
    scale: Annotated[int, typer.Option("--scale", min=1, max=16, help="Enlarge N times.")] = 1,
    as_json: options.Json = False,
) -> None:
    """Write what the screen shows as a PNG file."""
    from gbatool.actions.documents import ScreenshotDocument
    from gbatool.files import write_atomically
    from gbatool.game import open_game
    from gbatool.profile.reference import rom_ref
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.picture import screenshot_picture
    from gbatool.states.load import see

    with open_game(options.request(game), notice, needs_profile=False) as opened:
        pixels = see(opened.emulator)
        rom, frame = rom_ref(opened.profile), opened.start.frame
    height, width = pixels.shape[0] * scale, pixels.shape[1] * scale
    write_atomically(file, screenshot_picture(pixels, scale))
    if as_json:
        show_json(ScreenshotDocument("gbatool/screenshot/1", rom, frame, width, height))
    else:
        show(f"{width} x {height} pixels in {file}")
