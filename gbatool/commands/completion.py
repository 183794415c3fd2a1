"""Shell completion of values: profiles, states, symbols, and what is on the map right now.

Each completer takes ROM, profile, state and session from the command line so far or from the
environment, as the command itself would. If that fails, it suggests nothing: a shell would show an
error in the middle of the line that is being typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
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
        except Exception:  # see the module's docstring
            return []

    return complete


def _request(ctx: typer.Context) -> Request:
    """What the options say so far; a list of states, as ``derive`` takes it, counts as none."""
    from gbatool.game import Request

    def given(name: str) -> str | None:
        value = ctx.params.get(name)
        return str(value) if isinstance(value, (str, Path)) else None

    rom, patch, session = given("rom"), given("patch"), given("session")
    return Request(
        rom=Path(rom) if rom else None,
        patch=Path(patch) if patch else None,
        profile=given("profile"),
        state=given("state"),
        session=Path(session) if session else None,
        trust_imported=ctx.params.get("trust_imported") is True,
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
    yield from sorted(_profile(request).savestates)


def _states(request: Request) -> Iterator[str]:
    from gbatool.game import POWER_ON

    yield from _labels(request)
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
    """Values that are read from the game's present state."""

    def values(request: Request) -> Iterator[str]:
        from gbatool.game import open_game
        from gbatool.session.store import Session

        if request.session is not None and not Session(request.session).exists:
            request = replace(request, session=None)  # a new one begins in the state
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
complete_label = _completer(_labels)
complete_state = _completer(_states)
complete_labelled_state = _completer(_lab_labels)
complete_symbol = _completer(_profile_symbols)
complete_locator = _completer(_locator_symbols)
complete_condition = _completer(_conditions)
complete_warp = _completer(_here(_warps))
complete_object = _completer(_here(_objects))
complete_edge = _completer(_here(_edges))
complete_entry = _completer(_here(_entries))


def complete_locators(ctx: typer.Context, incomplete: str) -> list[str]:
    """The symbols that a list such as ``gMain,gO`` can end with, each after what it begins with."""
    chosen, comma, last = incomplete.rpartition(",")
    return [f"{chosen}{comma}{symbol}" for symbol in complete_locator(ctx, last)]
