"""The shipped bedroom state is what its recipe gives, and its kinds of file can be converted."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gbatool.decode.player import decode_player
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.states.container import Container, SavedState, encode_state, in_container, read_state
from gbatool.states.load import capture, load_state_file
from gbatool.states.recipe import run_recipe
from gbatool.states.recipe_file import read_recipe
from tests.cartridges import answer_profile
from tests.states import tiny
from tests.states.tiny import power_on

RECIPE = Path(__file__).parents[2] / "savestates" / "recipes" / "demo-bedroom.yaml"
OF_A_WINDOW = tiny.SCREENSHOT | tiny.SAVE_DATA
REFRESH = "the cartridge changed: run `python savestates/remint.py`"


@cache
def shipped() -> SavedState:
    return read_state(BEDROOM)


def test_the_shipped_bedroom_belongs_to_the_shipped_cartridge() -> None:
    assert shipped().rom_crc32 == load_demo_rom().crc32, REFRESH


def test_the_recipe_gives_the_shipped_bedroom() -> None:
    core = power_on(load_demo_rom())
    run_recipe(core, read_recipe(RECIPE))
    state = capture(core)
    assert state.ram_sha256 == shipped().ram_sha256, REFRESH
    assert state.raw == shipped().raw, REFRESH
    assert state.save_data == shipped().save_data, REFRESH


def test_the_player_is_in_the_bedroom_and_can_walk() -> None:
    core = power_on(load_demo_rom())
    load_state_file(core, core.rom, BEDROOM)
    player = decode_player(core.live, answer_profile())
    assert not player.moving
    assert player.map is not None
    assert (core.held, core.frame) == (0, shipped().frame)


@pytest.mark.parametrize("container", list(Container))
def test_mgba_opens_the_bedroom(container: Container) -> None:
    there = power_on(load_demo_rom())
    data = encode_state(in_container(shipped(), container))
    assert tiny.mgba_loads(there, data, OF_A_WINDOW)
    assert there.live.ram_sha256() == shipped().ram_sha256


def test_a_state_that_mgbas_window_saves_in_the_bedroom_opens_here(tmp_path: Path) -> None:
    there, here = power_on(load_demo_rom()), power_on(load_demo_rom())
    load_state_file(there, there.rom, BEDROOM)
    there.run(100)
    (tmp_path / "demo.ss1").write_bytes(tiny.mgba_saves(there, OF_A_WINDOW))
    load_state_file(here, here.rom, tmp_path / "demo.ss1")
    assert here.live.ram_sha256() == there.live.ram_sha256()
    assert here.save_data() == there.save_data()
