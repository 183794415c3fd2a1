"""``gbatool decode``: read one thing, or everything, of a state."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gbatool.commands import options
from gbatool.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gbatool.game import Game
    from gbatool.memory import Snapshot
    from gbatool.profile import Profile

    Reader = Callable[[Snapshot, Profile], object]

app = typer.Typer(add_completion=False)

WATCH_PANEL = "Watching"
WATCHED_FRAMES = 300


class What(str, Enum):
    """What can be decoded."""

    STATE = "state"
    MAP = "map"
    PLAYER = "player"
    EXITS = "exits"
    OBJECTS = "objects"
    DIALOG = "dialog"
    MENU = "menu"
    SCENE = "scene"
    PARTY = "party"
    BAG = "bag"
    TRAINER = "trainer"
    BATTLE = "battle"
    SAVE = "save"


OF_A_STATE = tuple(what for what in What if what is not What.SAVE)
"""What a state is decoded for; a save file is none."""
SaveFile = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="With save: the save file.", show_default=False),
]
Picture = Annotated[
    Path | None,
    typer.Option(
        "--png",
        metavar="FILE",
        help="Draw the map as a picture, with the game's own tiles.",
        rich_help_panel=options.OUTPUT_PANEL,
    ),
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="With --png: a schematic, not the game's own tiles.",
        rich_help_panel=options.OUTPUT_PANEL,
    ),
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch",
        help="Run frames, report what changes, and drop them: the state stays as it was.",
        rich_help_panel=WATCH_PANEL,
    ),
]
Frames = Annotated[
    int | None,
    typer.Option(
        "--frames",
        metavar="N",
        min=1,
        help=f"With --watch: how many frames; {WATCHED_FRAMES} by default.",
        rich_help_panel=WATCH_PANEL,
    ),
]
Holding = Annotated[
    str | None,
    typer.Option(
        "--holding",
        metavar="BUTTONS",
        help="With --watch: hold these buttons meanwhile, joined by +.",
        rich_help_panel=WATCH_PANEL,
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="With state: exit with status 3 when a part is damaged.",
        rich_help_panel=options.OUTPUT_PANEL,
    ),
]


@app.command(
    epilog=options.examples(
        "gbatool decode",
        "gbatool decode map --png map.png",
        "gbatool decode player --watch --frames 60 --holding right",
        "gbatool decode player --json",
        "gbatool decode party",
        "gbatool decode save game.sav --rom game.gba",
    )
)
@options.grouped
def decode(
    game: options.GameOptions,
    *,
    what: Annotated[What, typer.Argument(help="What to read.", show_default=True)] = What.STATE,
    file: SaveFile = None,
    png: Picture = None,
    plain: Plain = False,
    watch: Watch = False,
    frames: Frames = None,
    holding: Holding = None,
    strict: Strict = False,
    local: options.Local = False,
    as_json: options.Json = False,
) -> None:
    """Read the map, its object events, text, menus, party, bag, a battle; changes nothing.

    save reads a save file, both slots of it, and runs nothing.
    """
    from gbatool.game import open_game
    from gbatool.render.output import notice, show, show_json

    if plain and png is None:
        raise UsageError("--plain is about the picture; add --png FILE, or leave --plain away")
    if strict and (what is not What.STATE or watch):
        raise UsageError("--strict is about the whole state; everything else is strict anyway")
    _check_together(png=png, watch=watch, frames=frames, holding=holding)
    if what is What.SAVE:
        _decode_save(
            game, file or game.save, options_given=watch or png is not None, as_json=as_json
        )
        return
    if file is not None:
        raise UsageError(f"only save reads a file; give {what.value} a state with --state")
    with open_game(options.request(game), notice) as opened:
        if watch:
            watched = frames or WATCHED_FRAMES
            _watch(opened, what, watched, holding, local=local, as_json=as_json)
            return
        profile = opened.profile
        ram = opened.settled_snapshot(notice, _awaited(what))
    if png is not None:
        _draw(png, ram, profile, local=local, plain=plain)
        notice(f"the map is drawn in {png}")
    document = _reader(what)(ram, profile)
    if as_json:
        show_json(document)
    else:
        show(*_parts(document, ram, profile, local=local))
    if strict and getattr(document, "errors", {}):
        raise typer.Exit(ExitCode.FAILED_CLOSED)


def _awaited(what: What) -> Reader | None:
    """What is waited for on a branch: a battle is not none while it is being set up."""
    from gbatool.decode.battle_state import decode_battle

    return decode_battle if what is What.BATTLE else None


def _check_together(
    *, png: Path | None, watch: bool, frames: int | None, holding: str | None
) -> None:
    """Refuse options that say nothing together.

    Raises:
        UsageError: Names them.
    """
    if watch and png is not None:
        raise UsageError("--png shows one frame and --watch many; give one of the two")
    for name, value in (("--frames", frames), ("--holding", holding)):
        if value is not None and not watch:
            raise UsageError(f"{name} is about --watch; add --watch, or leave {name} away")


def _decode_save(
    game: options.GameOptions, file: Path | None, *, options_given: bool, as_json: bool
) -> None:
    """Decode a save file; exit with status 3 when something in it is damaged."""
    from gbatool.game import open_profile, open_rom
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.save import save_lines
    from gbatool.saves.document import decode_save
    from gbatool.saves.file import read_save

    if file is None:
        raise UsageError("name the save file: gbatool decode save game.sav")
    if options_given:
        raise UsageError("a save file has no frames and no map: leave --png and --watch away")
    asked = options.request(game)
    rom = open_rom(asked, notice)
    document = decode_save(read_save(file), rom, open_profile(rom, asked, needs_profile=True))
    if as_json:
        show_json(document)
    else:
        show(*save_lines(document))
    if document.damaged:
        raise typer.Exit(ExitCode.FAILED_CLOSED)


def _watch(
    game: Game, what: What, frames: int, holding: str | None, *, local: bool, as_json: bool
) -> None:
    from gbatool.actions.press import parse_buttons
    from gbatool.compare.watch import WatchDocument, watch
    from gbatool.core import Buttons
    from gbatool.profile.reference import rom_ref
    from gbatool.render.output import notice, show, show_json
    from gbatool.render.watch import change_lines

    held = parse_buttons(holding) if holding is not None else Buttons.NONE
    emulator, profile = game.emulator, game.profile
    began = emulator.frame
    changes = []
    for change in watch(emulator, profile, what.value, _reader(what), frames=frames, held=held):
        changes.append(change)
        if not as_json:
            show(*change_lines(change, local=local))
    if as_json:
        show_json(
            WatchDocument(
                rom=rom_ref(profile),
                frame=began,
                what=what.value,
                frames=frames,
                changes=tuple(changes),
            )
        )
    else:
        how_often = "once" if len(changes) == 1 else f"{len(changes)} times"
        notice(f"changed {how_often} in {frames} frames, which are forgotten")


def _draw(png: Path, ram: Snapshot, profile: Profile, *, local: bool, plain: bool) -> None:
    from gbatool.decode.tileset import decode_map_pixels
    from gbatool.errors import UnprovenSymbolError
    from gbatool.files import write_atomically
    from gbatool.render.output import notice
    from gbatool.render.picture import map_picture
    from gbatool.render.view import view_map

    view, pixels = view_map(ram, profile, local=local), None
    try:
        pixels = None if plain else decode_map_pixels(ram, profile)
    except UnprovenSymbolError as error:
        notice(f"the map's tiles are not known, this is a schematic: {error.message}")
    write_atomically(png, map_picture(view, pixels))


def _reader(what: What) -> Reader:
    """What makes the document."""
    from gbatool.decode import state

    readers: dict[What, Reader] = {
        What.STATE: state.decode_state,
        What.MAP: state.map_document,
        What.PLAYER: state.player_document,
        What.EXITS: state.exits_document,
        What.OBJECTS: state.objects_document,
        What.DIALOG: state.dialog_document,
        What.MENU: state.menu_document,
        What.SCENE: state.scene_document,
        What.PARTY: state.party_document,
        What.BAG: state.bag_document,
        What.TRAINER: state.trainer_document,
        What.BATTLE: state.battle_document,
    }
    return readers[what]


def _parts(
    document: object, ram: Snapshot, profile: Profile, *, local: bool
) -> list[RenderableType]:
    """What is shown to people."""
    from gbatool.decode.documents import MapDocument, StateDocument
    from gbatool.render import parts
    from gbatool.render.output import terminal_width
    from gbatool.render.terminal_map import map_drawing
    from gbatool.render.view import view_map

    gaps = parts.document_gaps(document)
    drawn = isinstance(document, MapDocument)
    if isinstance(document, StateDocument) and document.map is not None:
        drawn = not {"player", *parts.ON_THE_MAP}.intersection(document.errors)
    if not drawn:
        return [*parts.document_parts(document, local=local), *gaps]
    shown = parts.document_parts(document, local=local, leave_out=parts.ON_THE_MAP)
    drawing = map_drawing(view_map(ram, profile, local=local), terminal_width())
    return [*shown, drawing, *gaps]
