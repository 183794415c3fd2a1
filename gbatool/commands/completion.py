"""Shell completion of values: profiles, states, symbols, and what is on the map right now.

Each completer looks at what the command line says so far (or the environment), as the command
itself would. Completion is a convenience: whatever goes wrong in it, nothing is suggested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from gbatool.game import Game, Request
    from gbatool.profile import Profile

Values = Callable[["Request"], Iterator[str]]
Completer = Callable[[typer.Context, str], list[str]]


def _completer(values: Values) -> Completer:
    """What Typer calls: the values that begin with what was typed."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        try:
            return [value for value in values(_request(ctx)) if value.startswith(incomplete)]
        except Exception:  # a traceback in the middle of a command line helps no one
            return []

    return complete


def _request(ctx: typer.Context) -> Request:
    """What the options say so far; those of another form than the game's count as not given."""
    from gbatool.game import Request

    def given(name: str) -> str | None:
        value = ctx.params.get(name)
        return str(value) if isinstance(value, (str, Path)) else None

    rom, session = given("rom"), given("session")
    return Request(
        rom=Path(rom) if rom else None,
        profile=given("profile"),
        state=given("state"),
        session=Path(session) if session else None,
    )


def _quiet(_: str) -> None:
    """Where notices go."""


def _profile(request: Request) -> Profile:
    from gbatool.game import open_profile, open_rom

    return open_profile(open_rom(request, _quiet), request, needs_profile=False)


def _profiles(_: Request) -> Iterator[str]:
    from gbatool.profile.search import known_profiles

    for found in known_profiles()[0]:
        yield found.profile.name


def _labels(request: Request) -> Iterator[str]:
    from gbatool.game import POWER_ON

    yield from sorted(_profile(request).savestates)
    yield POWER_ON


def _lab_labels(_: Request) -> Iterator[str]:
    from gbatool.scan.lab.wrong_label import LABELS

    for label in LABELS:
        yield f"{label}="


def _profile_symbols(request: Request) -> Iterator[str]:
    yield from sorted(_profile(request).symbols)


def _locator_symbols(_: Request) -> Iterator[str]:
    from gbatool.scan import LOCATORS

    yield from LOCATORS.symbols


def _conditions(_: Request) -> Iterator[str]:
    from gbatool.actions.conditions import known_conditions

    yield from known_conditions()


def _here(read: Callable[[Game], Iterator[str]]) -> Values:
    """Values that the game's present state tells."""

    def values(request: Request) -> Iterator[str]:
        from gbatool.game import open_game

        with open_game(request, _quiet) as game:
            yield from read(game)

    return values


def _warps(game: Game) -> Iterator[str]:
    from gbatool.decode.exits import decode_exits

    for warp in decode_exits(game.snapshot, game.profile).warps:
        yield str(warp.index)


def _objects(game: Game) -> Iterator[str]:
    from gbatool.decode.objects import decode_objects

    for event in decode_objects(game.snapshot, game.profile):
        yield str(event.local_id)


def _edges(game: Game) -> Iterator[str]:
    from gbatool.decode.exits import decode_exits

    for connection in decode_exits(game.snapshot, game.profile).connections:
        yield connection.edge.value


def _entries(game: Game) -> Iterator[str]:
    from gbatool.decode.menu import decode_menu

    menu = decode_menu(game.snapshot, game.profile)
    for entry in menu.entries if menu is not None else ():
        yield entry.id


complete_profile = _completer(_profiles)
complete_state = _completer(_labels)
complete_labelled_state = _completer(_lab_labels)
complete_symbol = _completer(_profile_symbols)
complete_locator = _completer(_locator_symbols)
complete_condition = _completer(_conditions)
complete_warp = _completer(_here(_warps))
complete_object = _completer(_here(_objects))
complete_edge = _completer(_here(_edges))
complete_entry = _completer(_here(_entries))
