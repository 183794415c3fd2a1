"""States of the base cartridge that several tests begin from; each is made once."""

from __future__ import annotations

from functools import cache

from gbatool.core import EmulatorState
from tests.cart.play import Play, bedroom, to_house, to_route, to_town


@cache
def _base() -> tuple[Play, dict[str, EmulatorState]]:
    play = bedroom()
    states = {"bedroom": play.save()}
    for name, walk in (("house", to_house), ("town", to_town), ("route", to_route)):
        walk(play)
        states[name] = play.save()
    return play, states


def world(name: str) -> Play:
    """The base cartridge in ``bedroom``, ``house``, ``town`` or ``route``."""
    play, states = _base()
    play.load(states[name])
    return play
