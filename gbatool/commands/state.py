"""``gbatool state``: make savestates, look at them, check them, convert them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import completion, options

if TYPE_CHECKING:
    from gbatool.profile import Profile as RomProfile
    from gbatool.rom import Rom as RomImage

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Savestates: make, list, show, verify, pin, convert.",
)

Label = Annotated[str, typer.Argument(metavar="LABEL", help="The state's label.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file or pin.")]


@app.command(
    "mint",
    epilog=options.examples(
        "gbatool state mint start --autopilot --out out/start.ss0",
        "gbatool state mint bedroom --recipe savestates/recipes/demo-bedroom.yaml",
    ),
)
def mint_command(
    label: Annotated[
        str | None,
        typer.Argument(
            metavar="LABEL",
            autocompletion=completion.complete_label,
            help="The state's label.",
        ),
    ] = None,
    recipe: Annotated[
        Path | None,
        typer.Option(
            "--recipe", metavar="FILE", help="Press the buttons that this YAML file lists."
        ),
    ] = None,
    *,
    autopilot: Annotated[
        bool, typer.Option("--autopilot", help="Press until the player can walk.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Make every state that has a recipe for this ROM."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Where to write it; savestates/LABEL.ss0 by default."
        ),
    ] = None,
    pin: Annotated[
        bool, typer.Option("--pin", help="Also keep its digests in the ROM's profile.")
    ] = False,
    force: Force = False,
    rom: options.Rom = None,
    patch: options.Patch = None,
    save: options.Save = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Make a savestate from power-on, by a recipe or by the autopilot.

    Without either, a label that the profile pins is made again the way it was made before,
    and any other by the shipped recipe of that label. With --save, the autopilot continues the
    saved game.
    """
    from gbatool.core import open_emulator
    from gbatool.errors import UsageError
    from gbatool.render.output import notice
    from gbatool.saves.file import read_save
    from gbatool.states.minting import MintRequest, mint_state

    if everything:
        if label is not None or recipe is not None or autopilot or out is not None or pin:
            raise UsageError("--all takes no label, and no --recipe, --autopilot, --out or --pin")
        if save is not None:
            raise UsageError("--all makes states that anybody can make: leave --save away")
        _mint_all(*_open(rom, patch, profile, needs_profile=True), force=force, as_json=as_json)
        return
    if label is None:
        raise UsageError("name the state to make, such as bedroom, or give --all")
    image, known = _open(rom, patch, profile)
    saved = read_save(save) if save is not None else None
    request = MintRequest(label, recipe, autopilot, out, force, saved)
    if request.by_autopilot:
        notice("pressing until the player can walk; this takes some seconds")
    written = mint_state(request, image, known, open_emulator)
    notice(f"wrote {written.path}")
    if pin:
        known = _pin(label, written.made, written.path, image, profile, force=force)
    _show_state(written.path, image, known, as_json=as_json)


@app.command("list", epilog=options.examples("gbatool state list"))
def list_command(
    *,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """List the states that the profile pins, and those in savestates/ and your data folder."""
    from gbatool.render.output import show, show_json
    from gbatool.render.states import states_table
    from gbatool.states.reports import report_states

    states = report_states(*_open(rom, patch, profile))
    if as_json:
        show_json(states)
    else:
        show(states_table(states))


@app.command(
    "show",
    epilog=options.examples(
        "gbatool state show bedroom", "gbatool state show game.ss1 --png out/screen.png"
    ),
)
def show_command(
    state: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|LABEL",
            envvar="GBATOOL_STATE",
            autocompletion=completion.complete_label,
            help="A file or a pinned label.",
        ),
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FILE", help="Write its picture to this file.")
    ] = None,
    *,
    force: Force = False,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Show what is in a savestate, where the player stands, and the screen with --png."""
    from gbatool.demo import BEDROOM
    from gbatool.errors import UsageError
    from gbatool.states.catalog import locate_state

    image, known = _open(rom, patch, profile)
    if state is None and rom is not None:
        raise UsageError("name the savestate: a file, or a label that the profile pins")
    path = locate_state(known, state).path if state is not None else BEDROOM
    if png is not None:
        _write_picture(path, png, image, force=force)
    _show_state(path, image, known, as_json=as_json)


@app.command("verify", epilog=options.examples("gbatool state verify"))
def verify_command(
    labels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LABEL",
            autocompletion=completion.complete_label,
            help="Pinned labels; all without one.",
        ),
    ] = None,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    *,
    as_json: options.Json = False,
) -> None:
    """Load pinned states and check the digests of their files and of the RAM."""
    from gbatool.core import open_emulator
    from gbatool.errors import ExitCode
    from gbatool.render.output import show, show_json
    from gbatool.render.states import checks_lines
    from gbatool.states.reports import verify_states

    image, known = _open(rom, patch, profile, needs_profile=True)
    checks = verify_states(open_emulator(image), image, known, labels or ())
    if as_json:
        show_json(checks)
    else:
        show(checks_lines(checks))
    raise typer.Exit(ExitCode.OK if checks.all_hold else ExitCode.FAILED_CLOSED)


@app.command(
    "pin", epilog=options.examples("gbatool state pin town savestates/game.ss1 --rom game.gba")
)
def pin_command(
    label: Label,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The savestate.")],
    *,
    force: Force = False,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Record the digests of your own savestate in the ROM's profile, under a label."""
    from gbatool.states.pinning import FROM_FILE

    image, _ = _open(rom, patch, profile, needs_profile=True)
    known = _pin(label, FROM_FILE, file, image, profile, force=force)
    _show_state(file, image, known, as_json=as_json)


@app.command(
    "convert",
    epilog=options.examples(
        "gbatool state convert game.ss1 out/game.state --rom game.gba",
        "gbatool state convert bedroom out/bedroom.ss0",
    ),
)
def convert_command(
    state: Annotated[
        str,
        typer.Argument(
            metavar="FILE|LABEL",
            autocompletion=completion.complete_label,
            help="A file or a pinned label.",
        ),
    ],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="PNG for .ss0 to .ss9 and .png, else raw.")
    ],
    *,
    force: Force = False,
    rom: options.Rom = None,
    patch: options.Patch = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Convert a savestate between raw and PNG files; everything in it is kept."""
    from gbatool.core import open_emulator
    from gbatool.files import make_folder, refuse_to_replace
    from gbatool.states.catalog import locate_state
    from gbatool.states.container import Container, read_state, write_state
    from gbatool.states.convert import convert_state

    image, known = _open(rom, patch, profile)
    refuse_to_replace(out, force=force)
    path = locate_state(known, state).path
    container = Container.of_name(out)
    converted = convert_state(read_state(path), container, path.name, image, open_emulator)
    make_folder(out.parent)
    write_state(out, converted)
    _show_state(out, image, known, as_json=as_json)


def _mint_all(image: RomImage, known: RomProfile, *, force: bool, as_json: bool) -> None:
    from gbatool.core import open_emulator
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.states import states_table
    from gbatool.states.minting import mint_all
    from gbatool.states.reports import report_states

    for written in mint_all(image, known, open_emulator, force=force):
        notice(f"wrote {written.path}")
    states = report_states(image, known)
    if as_json:
        show_json(states)
    else:
        show(states_table(states))


def _open(
    rom: Path | None, patch: Path | None, profile: str | None, *, needs_profile: bool = False
) -> tuple[RomImage, RomProfile]:
    """The ROM and its profile, which is an empty one if there is none and none is needed."""
    from gbatool.game import Request, open_profile, open_rom
    from gbatool.render.output import notice

    request = Request(rom=rom, patch=patch, profile=profile)
    image = open_rom(request, notice)
    return image, open_profile(image, request, needs_profile=needs_profile)


def _pin(
    label: str, made: str, file: Path, image: RomImage, profile: str | None, *, force: bool
) -> RomProfile:
    """Pin a file in the ROM's profile; return the profile as it is now."""
    from gbatool.core import core_version
    from gbatool.files import MAX_STATE, read_file
    from gbatool.profile.search import locate_profile
    from gbatool.render.output import notice
    from gbatool.states.container import parse_state
    from gbatool.states.pinning import make_pin, save_pin

    found = locate_profile(image, profile)
    data = read_file(file, "savestate", MAX_STATE)
    state = parse_state(data, file.name)
    pin = make_pin(label, made, state, data, core_version(), image, found.profile)
    known = save_pin(found, pin, state, image, notice, force=force)
    notice(f"pinned as {label} in {found.path}")
    return known


def _show_state(path: Path, image: RomImage, known: RomProfile, *, as_json: bool) -> None:
    from gbatool.files import MAX_STATE, read_file
    from gbatool.render.output import show, show_json
    from gbatool.render.states import state_lines
    from gbatool.states.container import parse_state
    from gbatool.states.reports import describe_state

    data = read_file(path, "savestate", MAX_STATE)
    report = describe_state(path.name, data, parse_state(data, path.name), image, known)
    if as_json:
        show_json(report)
    else:
        show(state_lines(report))


def _write_picture(path: Path, png: Path, image: RomImage, *, force: bool) -> None:
    from gbatool.core import open_emulator
    from gbatool.files import make_folder, refuse_to_replace, write_atomically
    from gbatool.render.output import notice
    from gbatool.states.container import read_state
    from gbatool.states.convert import with_picture

    refuse_to_replace(png, force=force)
    picture = with_picture(read_state(path), path.name, image, open_emulator).picture
    if picture is not None:
        make_folder(png.parent)
        write_atomically(png, picture)
        notice(f"wrote {png}")
