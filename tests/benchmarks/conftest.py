"""The demo cartridge's places, minted once."""

from __future__ import annotations

import pytest

from benchmarks.places.mint import mint
from benchmarks.places.raw_game import RawGame
from benchmarks.places.store import Places
from gbatool.core import open_emulator
from tests.cartridges import answer_profile, cartridge


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    folder = tmp_path_factory.mktemp("places")
    return mint(cartridge().load(), answer_profile(), folder, seed=1)


@pytest.fixture(scope="session")
def console() -> RawGame:
    emulator = open_emulator(cartridge().load())
    emulator.draw(enabled=False)
    return RawGame(emulator, answer_profile())


@pytest.fixture
def game(console: RawGame, places: Places) -> RawGame:
    """The game on the route, the second map of its group."""
    route = next(place for place in places.all if place.key == (3, 1))
    console.emulator.load_state(places.state(route).emulator_state())
    return console
