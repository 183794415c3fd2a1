"""``gbatool derive``: from a ROM to a profile of proven addresses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import completion, options
from gbatool.commands.laboratory import LabOptions

if TYPE_CHECKING:
    from gbatool.core import Emulator
    from gbatool.errors import JsonValue, NoPlayerControlError
    from gbatool.profile import Profile
    from gbatool.rom import Rom
    from gbatool.scan.derive import Derivation

app = typer.Typer(add_completion=False)

GAVE_UP = "autopilot-gave-up"
"""Name of the files that show where the autopilot gave up."""

Symbols = Annotated[
    list[str] | None,
    typer.Option(
        "--symbols",
        metavar="NAME,...",
        autocompletion=completion.complete_locators,
        help="Only these symbols and those they require; repeatable.",
    ),
]


@app.command(
    epilog=options.examples(
        "gbatool derive --out profiles/demo.yaml",
        "gbatool derive --rom game.gba --state overworld=game.ss1 --symbols gMain",
        "gbatool derive --symbols gObjectEvents --explain gObjectEvents",
        "gbatool derive --like demo --symbols gObjectEvents",
    )
)
@options.grouped
def derive(
    given: LabOptions,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="The profile to write; merges into an existing one."
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="The profile's name; the file's by default."),
    ] = None,
    symbols: Symbols = None,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain",
            metavar="SYMBOL",
            autocompletion=completion.complete_locator,
            help="Show how its candidates were eliminated.",
        ),
    ] = None,
    states_folder: Annotated[
        Path | None,
        typer.Option(
            "--save-states",
            metavar="DIR",
            help="Write the labelled states that the evidence names, or, where the player could not"
            " be made to walk, a picture of the last screen.",
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(
            "--like",
            metavar="PROFILE",
            autocompletion=completion.complete_profile,
            help="Try what the profile of a near relative has first: the last build, a revision.",
        ),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="DIR",
            help="Keep intermediate results in this folder and resume from them.",
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Let --save-states write into a folder of another ROM."),
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Find and prove every symbol of a ROM, and write its profile.

    Begins at power-on: presses until the player can walk, scans RAM for candidates,
    and probes them on branches of the running game until one is left.
    Where something stays open, goes on from the next state labelled overworld.
    What can't be proven is listed as unresolved, by root cause.
    Status 3, and nothing is written, if nothing of what was asked was proven.
    """
    from gbatool.game import Request, open_rom
    from gbatool.profile.documents import profile_document
    from gbatool.profile.header_conflicts import header_conflicts
    from gbatool.profile.search import named_profile, suggested_name
    from gbatool.profile.store import save_profile
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.profile import moved_view
    from gbatool.render.scan import derivation_table, story_lines
    from gbatool.scan.derive import known_symbols

    wanted = known_symbols(tuple(name for text in symbols or () for name in text.split(",")))
    told = known_symbols((explain,)) if explain is not None else None
    rom = open_rom(Request(rom=given.rom, patch=given.patch), notice)
    name = name or (out.stem if out is not None else None)
    relative = named_profile(like).profile if like is not None else None
    how = _How(name or suggested_name(rom), work, relative, states_folder)
    _check_before(rom, how, out, force=force, with_openings=wanted is None)
    derivation = _derive(rom, given, wanted, how)
    if not as_json:
        for elimination in derivation.eliminations:
            if told is not None and elimination.symbol in told:
                show(story_lines(elimination))
        show(derivation_table(derivation))
        if relative is not None:
            show(moved_view(relative, derivation.profile))
    derivation.check_proven(wanted)
    for conflict in header_conflicts(rom, derivation.profile):
        notice(conflict.text)
    profile = _with_openings(rom, derivation.profile) if wanted is None else derivation.profile
    if states_folder is not None:
        profile = _save_states(rom, profile, derivation, states_folder)
    if out is not None:
        save_profile(out, profile, notice)
        notice(f"wrote {out}")
    if as_json:
        show_json(profile_document(profile))
    elif out is None:
        notice("nothing was written; --out FILE writes the profile")


@dataclass(frozen=True, slots=True)
class _How:
    """How a profile is derived.

    Attributes:
        name: The profile's name.
        work: Folder that keeps intermediate results.
        like: The profile of a near relative.
        states_folder: Where states are written, and the last screen of an autopilot that gave up.
    """

    name: str
    work: Path | None
    like: Profile | None
    states_folder: Path | None


def _check_before(
    rom: Rom, how: _How, out: Path | None, *, force: bool, with_openings: bool
) -> None:
    """Refuse now what could not be kept after minutes of work.

    Raises:
        FileProblemError: A file or folder can't be written.
        FailedClosedError: The profile or the states that are there belong to another ROM.
        UsageError: The name is none of a profile, or the ROM's book of recipes is not valid.
    """
    from gbatool.files import check_folder
    from gbatool.profile.store import check_saving
    from gbatool.states.load import check_folder_of_rom
    from gbatool.states.recipe_book import find_book

    check_saving(out, how.name, rom)
    if how.work is not None:
        check_folder(how.work)
    if how.states_folder is not None and not force:
        check_folder_of_rom(how.states_folder, rom)
    if with_openings:
        find_book(rom)


def _derive(
    rom: Rom,
    given: LabOptions,
    symbols: tuple[str, ...] | None,
    how: _How,
) -> Derivation:
    from gbatool.core import core_version, open_emulator
    from gbatool.errors import NoPlayerControlError
    from gbatool.render.output import notice
    from gbatool.render.progress import progress
    from gbatool.scan import LOCATORS
    from gbatool.scan.derive import MAP_HEADER
    from gbatool.scan.derive import derive as derive_profile
    from gbatool.scan.work.folder import finished_in, interrupted
    from gbatool.states.labelled import read_given

    work = how.work
    count = len(LOCATORS.in_order((*symbols, MAP_HEADER) if symbols else None))
    done = finished_in(work) if work is not None else None
    if done is not None:
        notice(f"the work folder {work} keeps {done} of {count} symbols: going on from there")
    states, places = read_given(rom, given.state or ())
    cores: list[Emulator] = []

    def power_on() -> Emulator:
        cores.append(open_emulator(rom))
        return cores[-1]

    try:
        with progress(count + 2) as tell:
            return derive_profile(
                rom,
                power_on,
                name=how.name,
                core_version=core_version(),
                states=states,
                more_places=places,
                symbols=symbols,
                work=work,
                like=how.like,
                on_progress=tell,
            )
    except NoPlayerControlError as error:
        if "presses" not in error.detail:  # of a state that was given, not of the autopilot
            raise
        raise _with_last_screen(error, cores[0], how.states_folder) from None
    except KeyboardInterrupt:
        raise interrupted(work, count) from None


def _with_last_screen(
    error: NoPlayerControlError, emulator: Emulator, folder: Path | None
) -> NoPlayerControlError:
    """The error of an autopilot that gave up, with where its last screen is to be seen.

    Args:
        error: The autopilot's.
        emulator: As the autopilot left it.
        folder: Where the picture and the state are written; None if nothing shall be.
    """
    from gbatool.errors import NoPlayerControlError
    from gbatool.files import make_folder, write_atomically
    from gbatool.states.container import write_state
    from gbatool.states.load import capture, draw

    if folder is None:
        hint = "; --save-states DIR writes a picture of the last screen"
        return NoPlayerControlError(error.message + hint, **error.detail)
    emulator.draw(enabled=True)
    make_folder(folder)
    picture, state = folder / f"{GAVE_UP}.png", folder / f"{GAVE_UP}.ss0"
    write_atomically(picture, draw(emulator))
    write_state(state, capture(emulator))
    written = (
        f"; a picture of the last screen is {picture}, and {state} is the state, to play on from"
    )
    files: dict[str, JsonValue] = {"picture": str(picture), "state": str(state)}
    return NoPlayerControlError(error.message + written, **error.detail, **files)


def _with_openings(rom: Rom, profile: Profile) -> Profile:
    """The profile with the states pinned that recipes make, if some were written for this ROM."""
    from gbatool.core import core_version, open_emulator
    from gbatool.errors import FailedClosedError
    from gbatool.render.output import notice
    from gbatool.render.progress import progress
    from gbatool.states.minting import with_openings
    from gbatool.states.recipe_book import find_book

    book = find_book(rom)
    if book is None:
        return profile
    try:
        with progress(len(book.recipes)) as tell:
            return with_openings(profile, book, rom, open_emulator, core_version(), tell)
    except FailedClosedError as error:
        notice(f"no states were pinned: {error.message}")
        return profile


def _save_states(rom: Rom, profile: Profile, derivation: Derivation, folder: Path) -> Profile:
    """Write every labelled state, with a picture; give the profile with the files' digests."""
    from gbatool.core import open_emulator
    from gbatool.files import child, make_folder
    from gbatool.states.container import write_state
    from gbatool.states.load import capture
    from gbatool.states.pinning import with_files

    make_folder(folder)
    emulator = open_emulator(rom)
    written: dict[str, bytes] = {}
    for label, state in sorted(derivation.states.items()):
        emulator.load_state(state)
        written[label] = write_state(child(folder, f"{label}.ss0"), capture(emulator))
    return with_files(profile, written)
