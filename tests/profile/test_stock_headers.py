"""The table of stock headers agrees with what `derive` proved on the same ROMs, and with the families."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.engine.families import ENGINES
from gbatool.engine.layouts import offset_of
from gbatool.engine.rom_header import read_game_header
from gbatool.profile.reader import load_profile
from gbatool.profile.search import shipped_folder
from gbatool.profile.stock_headers import StockGame, stock_game, stock_games
from gbatool.rom import load_rom
from tests.engine.headers import rom_image

SYMBOLS = {
    "gSpeciesNames": "species_names",
    "gMoveNames": "move_names",
    "gSpeciesInfo": "species_info",
    "gAbilityNames": "ability_names",
    "gItems": "items",
    "gBattleMoves": "moves",
}
PROFILES = {
    profile.rom.sha1: profile
    for profile in (load_profile(path) for path in sorted(shipped_folder().glob("*.yaml")))
}
ALL = pytest.mark.parametrize(
    "game", stock_games(), ids=lambda game: f"{game.name}-{game.revision}"
)


@ALL
def test_tables_are_where_the_profile_has_them(game: StockGame) -> None:
    symbols = PROFILES[game.sha1].symbols
    proven = {name: symbols[name].address for name in SYMBOLS if name in symbols}
    assert len(proven) >= 5
    tables = game.header.tables
    assert proven == {name: getattr(tables, SYMBOLS[name]) for name in proven}


@ALL
def test_save_fields_are_those_of_the_family(game: StockGame) -> None:
    engine, header = ENGINES[PROFILES[game.sha1].engine], game.header
    block1, block2 = engine.save_block1, engine.save_block2
    assert (header.save.block1_size, header.save.block2_size) == (block1.itemsize, block2.itemsize)
    for field in ("flags", "vars", "pc_items"):
        assert getattr(header.save, field) == offset_of(block1, field)
    for field, of_family in (
        ("player_name", "player_name"),
        ("player_gender", "player_gender"),
        ("trainer_id", "player_trainer_id"),
    ):
        assert getattr(header.save, field) == offset_of(block2, of_family)
    assert header.capacities.pc == block1["pc_items"].shape[0]
    for pocket in engine.save.pockets:
        assert getattr(header.capacities, pocket) == block1[pocket].shape[0]


@ALL
def test_a_rom_with_that_header_reads_the_same(game: StockGame) -> None:
    image = rom_image(game.header, size=0x1000000)
    assert read_game_header(image) == game.header


def test_a_game_is_found_by_version_language_and_revision() -> None:
    assert len({game.sha1 for game in stock_games()}) == len(stock_games()) == 5
    for game in stock_games():
        assert stock_game(game.header, game.revision) is game
        assert stock_game(game.header, 9) is None
        assert stock_game(replace(game.header, language=5), game.revision) is None


@pytest.mark.rom
def test_the_real_game_has_its_header() -> None:
    rom = load_rom(Path(os.environ["GBATOOL_TEST_ROM"]))
    game = next((game for game in stock_games() if game.sha1 == rom.sha1), None)
    if game is None:
        pytest.skip("the table has no header of this ROM")
    assert read_game_header(rom.data) == game.header
