"""States on every map of the demo cartridge: which maps, which tiles, what is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.places.mint import FULL_PARTY, mint, reachable_landings
from benchmarks.places.raw_game import RawGame
from benchmarks.places.rom_maps import RomMap, RomObject, RomWarp, landing_tiles, map_keys
from benchmarks.places.store import Places, open_places
from gbatool.actions.blocked_tiles import LocalTile
from gbatool.engine.families import FRLG
from gbatool.errors import UsageError
from tests.cartridges import answer_profile, cartridge

MAPS = [(3, 0), (3, 1), (4, 0), (4, 1)]
LAND, WALL, WATER = 0x3001, 0x3401, 0x1001


def rom_map(*rows: str, warp: LocalTile | None = None, npc: LocalTile | None = None) -> RomMap:
    """A map of land (.), walls (#) and water (~) without behaviours."""
    block = {".": LAND, "#": WALL, "~": WATER}
    blocks = np.array([[block[cell] for cell in row] for row in rows], np.uint16)
    return RomMap(
        key=(0, 0),
        blocks=blocks,
        behaviors=np.zeros_like(blocks),
        warps=() if warp is None else (RomWarp(*warp, 0, 0, (1, 0)),),
        connections=(),
        objects=() if npc is None else (RomObject(1, 1, False, *npc, 0, 0),),
    )


def test_every_map_is_found_once(game: RawGame) -> None:
    assert map_keys(game.emulator.live, game.profile) == MAPS


def test_the_player_walks_on_every_map(places: Places, game: RawGame) -> None:
    assert [place.key for place in places.usable] == MAPS
    for place, state in places.states():
        game.emulator.load_state(state.emulator_state())
        assert place.tile is not None
        assert game.where() == (place.key, (place.tile[0] + 7, place.tile[1] + 7))
        assert game.takes_a_step(game.emulator.save_state())


def test_the_seed_chooses_the_tiles(places: Places, tmp_path: Path) -> None:
    rom, profile = places.rom, answer_profile()
    only = MAPS[1:2]
    again, other = (
        mint(rom, profile, tmp_path, seed=seed, only=only.__contains__).all[0] for seed in (1, 2)
    )
    assert again == places.all[1]
    assert other.tile != again.tile


def test_a_full_party(places: Places, game: RawGame, tmp_path: Path) -> None:
    full = mint(
        places.rom, answer_profile(), tmp_path, seed=1, party=FULL_PARTY, only=MAPS[:1].__contains__
    )
    (_, state) = next(full.states())
    game.emulator.load_state(state.emulator_state())
    assert game.emulator.live.u8(game.profile.address("gPlayerPartyCount")) == FULL_PARTY


def test_the_folder_is_read_back(places: Places) -> None:
    assert open_places(places.folder, places.rom) == places
    assert {path.name for path in places.folder.iterdir()} == {
        "places.json",
        *(f"{group}.{num}.ss0" for group, num in MAPS),
    }


def test_places_of_another_rom_are_refused(places: Places) -> None:
    with pytest.raises(UsageError, match="not an index of states of this ROM"):
        open_places(places.folder, cartridge("moved").load())


def test_places_are_chosen_by_seed(places: Places) -> None:
    chosen = {tuple(place.key for place in places.choose(2, seed)) for seed in range(9)}
    assert len(chosen) > 1
    assert places.choose(2, 1) == places.choose(2, 1)
    assert len(places.choose(9, 1)) == len(MAPS)


def test_one_lands_on_dry_land_free_of_warps_and_npcs() -> None:
    tiles = landing_tiles(rom_map("..~", ".#.", "#.#", warp=(0, 0), npc=(2, 1)))
    assert tiles == [(0, 1), (1, 0), (1, 2)]


def test_one_lands_where_there_is_a_way_on() -> None:
    assert reachable_landings(rom_map(".#.", ".##", "##."), FRLG) == [(0, 0), (0, 1)]


def test_one_lands_where_a_warp_leads() -> None:
    room = rom_map(".#.", ".#.", warp=(0, 0))
    assert reachable_landings(room, FRLG) == [(0, 1)]
    assert (2, 0) in reachable_landings(replace(room, warps=()), FRLG)
    assert (2, 0) in reachable_landings(replace(room, connections=((4, 0, (0, 1)),)), FRLG)
