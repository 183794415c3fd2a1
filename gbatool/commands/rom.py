"""``gbatool rom``: what a ROM is."""

from __future__ import annotations

import typer

from gbatool.commands import options

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()  # without one, Typer would make ``rom`` itself the only command
def rom() -> None:
    """Describe a ROM."""


@app.command(
    "info", epilog=options.examples("gbatool rom info", "gbatool rom info --rom game.gba --json")
)
def info_command(
    *,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Show header, digests, header checksum, the engine, and which profile belongs to the ROM."""
    from gbatool.game import Request, open_rom
    from gbatool.profile.rom_info import describe_rom
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.rom import rom_lines

    info = describe_rom(open_rom(Request(rom=rom, patch=patch), notice), profile)
    if as_json:
        show_json(info)
    else:
        show(rom_lines(info))
