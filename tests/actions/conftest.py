"""Fixtures: the demo cartridge in the real core, in several of its maps."""

from __future__ import annotations

import pytest

from gbatool.actions.route.targets import EdgeTarget, WarpTarget
from gbatool.core import EmulatorState, open_emulator
from gbatool.demo import BEDROOM
from gbatool.engine.directions import Facing
from gbatool.states.container import parse_state
from gbatool.states.load import load_state
from tests.actions.demo_game import Game
from tests.cartridges import answer_profile, cartridge


@pytest.fixture(scope="session")
def console() -> Game:
    rom = cartridge("base").load()
    emulator = open_emulator(rom)
    load_state(emulator, rom, parse_state(BEDROOM.read_bytes(), BEDROOM.name), BEDROOM.name)
    return Game(emulator, answer_profile("base"))


@pytest.fixture(scope="session")
def places(console: Game) -> dict[str, EmulatorState]:
    """States of the bedroom, the town and the route."""
    states = {"bedroom": console.emulator.save_state()}
    console.walk(WarpTarget(0))
    console.walk(WarpTarget(0))
    states["town"] = console.emulator.save_state()
    console.walk(EdgeTarget(Facing.NORTH))
    states["route"] = console.emulator.save_state()
    return states


@pytest.fixture
def bedroom(console: Game, places: dict[str, EmulatorState]) -> Game:
    console.emulator.load_state(places["bedroom"])
    return console


@pytest.fixture
def town(console: Game, places: dict[str, EmulatorState]) -> Game:
    console.emulator.load_state(places["town"])
    return console


@pytest.fixture
def route(console: Game, places: dict[str, EmulatorState]) -> Game:
    console.emulator.load_state(places["route"])
    return console


@pytest.fixture(scope="session")
def battle_state(console: Game, places: dict[str, EmulatorState]) -> EmulatorState:
    """The first frames of a wild battle, begun by walking in tall grass."""
    console.emulator.load_state(places["route"])
    for turn in range(60):
        if console.to(15 if turn % 2 else 19, 18).ended_because == "battle_started":
            return console.emulator.save_state()
    raise AssertionError("no battle begins in the grass")


@pytest.fixture
def battle(console: Game, battle_state: EmulatorState) -> Game:
    console.emulator.load_state(battle_state)
    return console
