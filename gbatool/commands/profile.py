"""``gbatool profile``: read profiles, compare them, and exchange addresses with other tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gbatool.commands import completion, options
from gbatool.commands.laboratory import LabOptions
from gbatool.engine.families import DEFAULT_FAMILY

if TYPE_CHECKING:
    from gbatool.profile import Profile

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Read profiles, compare them, import and export addresses.",
)

FormatName = Literal["sym", "nocash", "json", "lua", "c"]
WhichProfile = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME|FILE",
        envvar="GBATOOL_PROFILE",
        autocompletion=completion.complete_profile,
        help="A profile's name or file; without it, the one that belongs to the ROM.",
    ),
]
First = Annotated[
    str,
    typer.Argument(
        metavar="FIRST",
        autocompletion=completion.complete_profile,
        help="A profile's name or file.",
    ),
]
Second = Annotated[
    str,
    typer.Argument(
        metavar="SECOND",
        autocompletion=completion.complete_profile,
        help="The one to compare it with.",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to a file, not to the terminal.")
]


@app.command(
    "show", epilog=options.examples("gbatool profile show demo", "gbatool profile show --json")
)
def show_command(
    profile: WhichProfile = None,
    *,
    rom: options.Rom = None,
    patch: options.Patch = None,
    as_json: options.Json = False,
) -> None:
    """Show what is known of a ROM: addresses, how they were proven, what is not resolved."""
    from gbatool.profile.documents import profile_document
    from gbatool.render.output import show, show_json
    from gbatool.render.profile import profile_view

    document = profile_document(_choose(profile, rom, patch))
    if as_json:
        show_json(document)
    else:
        show(profile_view(document))


@app.command("list", epilog=options.examples("gbatool profile list"))
def list_command(*, as_json: options.Json = False) -> None:
    """List the profiles that are found by name or by a ROM's digest."""
    from gbatool.profile.documents import list_document
    from gbatool.profile.search import known_profiles
    from gbatool.render.output import show, show_json
    from gbatool.render.profile import profiles_view

    found, broken = known_profiles()
    if as_json:
        show_json(list_document(found, broken))
    else:
        show(profiles_view(found, broken))


@app.command(
    "verify",
    epilog=options.examples(
        "gbatool profile verify --symbol gBackupMapLayout --symbol gObjectEvents",
        "gbatool profile verify demo --state game.ss1 --symbol gMain --json",
    ),
)
@options.grouped
def verify_command(
    given: LabOptions,
    *,
    profile: WhichProfile = None,
    symbol: Annotated[
        list[str] | None,
        typer.Option(
            "--symbol",
            metavar="NAME",
            autocompletion=completion.complete_symbol,
            help="Verify only this symbol; repeatable.",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Prove every symbol again, on a fresh core; status 3 if one no longer holds.

    The profile is not changed. Symbols that only a symbol file vouches for are tried as well.
    """
    from gbatool.core import open_emulator
    from gbatool.errors import ExitCode
    from gbatool.game import Request, open_rom
    from gbatool.profile.search import find_profile
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.progress import progress
    from gbatool.render.verify import verify_view
    from gbatool.scan.documents import verify_document
    from gbatool.scan.verify import verify_profile
    from gbatool.states.labelled import read_labelled

    rom = open_rom(Request(rom=given.rom, patch=given.patch), notice)
    chosen = find_profile(rom, profile)
    wanted = chosen.names(symbol) if symbol else None
    with progress(len(wanted or chosen.symbols) + 1) as tell:
        reproofs = verify_profile(
            lambda: open_emulator(rom),
            chosen,
            states=read_labelled(rom, given.state or ()),
            symbols=wanted,
            on_progress=tell,
        )
    document = verify_document(chosen, reproofs)
    if as_json:
        show_json(document)
    else:
        show(verify_view(document))
    raise typer.Exit(ExitCode.OK if document.sound else ExitCode.FAILED_CLOSED)


@app.command("diff", epilog=options.examples("gbatool profile diff demo profiles/demo.yaml"))
def diff_command(first: First, second: Second, *, as_json: options.Json = False) -> None:
    """Compare two profiles: symbols that moved, were added or removed, or changed status."""
    from gbatool.profile.diff import diff_profiles
    from gbatool.profile.search import named_profile
    from gbatool.render.output import show, show_json
    from gbatool.render.profile import diff_view

    diff = diff_profiles(named_profile(first).profile, named_profile(second).profile)
    if as_json:
        show_json(diff)
    else:
        show(diff_view(diff))


@app.command(
    "export",
    epilog=options.examples(
        "gbatool profile export demo --format lua",
        "gbatool profile export demo --format c --out out/demo.h",
    ),
)
def export_command(
    profile: WhichProfile = None,
    *,
    kind: Annotated[
        FormatName,
        typer.Option(
            "--format",
            help="sym: address, size, name; nocash: for no$gba and mGBA's debugger; c: a header.",
        ),
    ] = "sym",
    out: Out = None,
    rom: options.Rom = None,
    patch: options.Patch = None,
    trust_imported: options.TrustImported = False,
) -> None:
    """Write the proven addresses for another tool."""
    from gbatool.files import write_atomically
    from gbatool.profile.exports import Format, export, withheld
    from gbatool.render.output import notice

    chosen = _choose(profile, rom, patch)
    if trust_imported:
        chosen = chosen.trusting_imported()
    text = export(chosen, Format(kind))
    if withheld(chosen):
        notice(f"left out {withheld(chosen)} imported symbols; --trust-imported takes them, too")
    if out is None:
        sys.stdout.write(text)
    else:
        write_atomically(out, text.encode())


@app.command(
    "import",
    epilog=options.examples("gbatool profile import game.sym --rom game.gba --out profiles/g.yaml"),
)
def import_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .sym, .json, .lua or .h file.")],
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FILE", help="The profile to write; merges into an existing one."
        ),
    ],
    *,
    rom: options.Rom = None,
    patch: options.Patch = None,
    kind: Annotated[
        FormatName | None,
        typer.Option("--format", help="The file's format; without it, its suffix tells."),
    ] = None,
    symbol: Annotated[
        list[str] | None,
        typer.Option("--symbol", metavar="NAME", help="Take this symbol; repeatable."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Take every symbol, not only those the tool can use.")
    ] = False,
    skip_bad_lines: Annotated[
        bool, typer.Option("--skip-bad-lines", help="Skip invalid lines and list them.")
    ] = False,
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="Engine family of a new profile.")
    ] = DEFAULT_FAMILY,
    as_json: options.Json = False,
) -> None:
    """Take addresses from another tool's file, with status imported: unproven."""
    from gbatool.game import Request, open_rom
    from gbatool.profile.exports import Format
    from gbatool.profile.transfer import ImportRequest, import_file
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.profile import import_view

    request = ImportRequest(
        file=file,
        out=out,
        kind=Format(kind) if kind is not None else None,
        wanted=symbol or None,
        everything=everything,
        skip_bad_lines=skip_bad_lines,
        engine=engine,
    )
    report = import_file(open_rom(Request(rom=rom, patch=patch), notice), request, notice)
    if as_json:
        show_json(report)
    else:
        show(import_view(report))


def _choose(profile: str | None, rom: Path | None, patch: Path | None) -> Profile:
    """The named profile; without a name, the one that belongs to the ROM."""
    from gbatool.game import Request, open_rom
    from gbatool.profile.search import find_profile, named_profile
    from gbatool.render.output import notice

    if profile is not None:
        return named_profile(profile).profile
    return find_profile(open_rom(Request(rom=rom, patch=patch), notice))
