"""The line that names the engine: what it says of stock games, hacks and rebuilt games."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from gbatool.engine.rom_header import GameHeader, GameTables
from gbatool.memory import ROM, Address
from gbatool.profile.rom_engine import HeaderChange, RomEngine, rom_engine
from gbatool.profile.stock_headers import StockGame, stock_games
from gbatool.rom import Rom
from tests.engine.headers import a_game_header, packed_expansion, rom_image

FIRERED, EMERALD = stock_games()[0], stock_games()[-1]
SIZE = 0x1000000


def engine_of(header: GameHeader, expansion: bytes = b"", revision: int = 0) -> RomEngine:
    image = rom_image(header, expansion, size=SIZE, revision=revision)
    return rom_engine(Rom(image, "test.gba"))


def rebuilt(game: StockGame, name: str | None = None) -> GameHeader:
    """A stock header with every table at another place."""
    moved = {
        field.name: Address(ROM.base + 0x700000 + 16 * number)
        for number, field in enumerate(fields(GameTables))
    }
    return replace(game.header, name=name or game.header.name, tables=GameTables(**moved))


def test_a_stock_game_is_told_by_its_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    rom = Rom(rom_image(FIRERED.header, size=SIZE), "test.gba")
    sold = replace(FIRERED, sha1=rom.sha1)
    monkeypatch.setattr("gbatool.profile.rom_engine.stock_game", lambda *_: sold)
    assert rom_engine(rom) == RomEngine("FireRed 1.0", "sha1", "FireRed", "in place", ())


def test_an_unchanged_header_does_not_make_it_the_stock_game() -> None:
    found = engine_of(FIRERED.header)
    assert found.text == (
        "FireRed 1.0 by its header, which is unchanged; the ROM is not the stock one"
    )
    assert (found.known_by, found.tables, found.changes) == ("headers", "in place", ())


def test_a_binary_hack_has_some_tables_repointed() -> None:
    tables = replace(FIRERED.header.tables, moves=Address(ROM.base + 0x9E1BA5), ability_names=None)
    found = engine_of(replace(FIRERED.header, tables=tables))
    assert found.text == (
        "FireRed 1.0, changed: moves repointed, 1 table left out;"
        " save offsets and bag capacities as in the stock game, perhaps stale"
    )
    assert found.tables == "some repointed"
    assert found.changes == (
        HeaderChange("tables.ability_names", str(FIRERED.header.tables.ability_names), None),
        HeaderChange("tables.moves", str(FIRERED.header.tables.moves), str(tables.moves)),
    )


def test_many_repointed_tables_are_counted() -> None:
    first = FIRERED.header.tables.front_pics
    found = engine_of(
        replace(rebuilt(FIRERED), tables=replace(rebuilt(FIRERED).tables, front_pics=first))
    )
    assert found.text.startswith("FireRed 1.0, changed: 16 tables repointed;")


def test_a_hack_that_keeps_its_header_right_is_not_called_stale() -> None:
    room = replace(FIRERED.header.capacities, items=120)
    found = engine_of(replace(FIRERED.header, capacities=room))
    assert found.text == "FireRed 1.0, changed: room for 120 instead of 42 items"
    assert found.changes == (HeaderChange("capacities.items", "42", "120"),)


def test_a_rebuilt_game_is_only_based_on_the_stock_one() -> None:
    header = rebuilt(EMERALD)
    found = engine_of(replace(header, save=replace(header.save, block1_size=0x3DA8, vars=0x13A0)))
    assert found.text == (
        "Emerald-based, changed: SaveBlock1 0x3DA8 bytes instead of 0x3D88,"
        " vars at 0x13A0 instead of 0x139C, tables elsewhere"
    )
    assert (found.game, found.tables) == ("Emerald", "all elsewhere")


def test_a_rebuilt_game_may_have_tables_in_another_form() -> None:
    header = rebuilt(EMERALD)
    found = engine_of(replace(header, tables=replace(header.tables, icons=None, moves=None)))
    assert found.text == "Emerald-based, changed: 2 tables left out, the other tables elsewhere"


def test_many_changed_offsets_are_counted() -> None:
    header = rebuilt(EMERALD, "pokemon other version")
    save = replace(
        header.save, party=0x1240, party_count=0x349D, flags=0x3270, vars=0x306A, pc_items=None
    )
    room = replace(header.capacities, items=None, berries=None)
    found = engine_of(
        replace(
            header,
            save=save,
            capacities=room,
            flags=replace(header.flags, ribbon=1),
            name_lengths=replace(header.name_lengths, mon=12),
            national_dex_count=1025,
            assistant=Address(ROM.base + 0x600000),
        )
    )
    assert found.text == (
        'Emerald-based, changed: named "pokemon other version",'
        " length of mon names 12 instead of 10, national Pokédex 1025 instead of 386,"
        " Emerald Rogue's assistant header at 0x08600000, 2 of 6 capacities left out,"
        " 5 save offsets, 1 flag number, tables elsewhere"
    )


def test_the_expansion_tells_its_own_version() -> None:
    header = rebuilt(EMERALD)
    assert engine_of(header, packed_expansion((1, 16, 0), flags=1)).text == (
        "pokeemerald-expansion 1.16.0 (Emerald)"
    )
    named = replace(header, name="pokemon other version")
    found = engine_of(named, packed_expansion((1, 7, 4)))
    assert found.text == (
        'pokeemerald-expansion 1.7.4, unreleased (Emerald), named "pokemon other version"'
    )
    assert found.tables == "all elsewhere"


@pytest.mark.parametrize(
    ("code", "text", "known_by", "game"),
    [
        ("AXVE", "Ruby 1.2, by its game code only (no game header)", "game code", "Ruby"),
        ("AXPE", "Sapphire 1.2, by its game code only (no game header)", "game code", "Sapphire"),
        ("ZTNE", "unknown (no game header)", "nothing", None),
    ],
)
def test_without_a_header_only_the_game_code_tells(
    code: str, text: str, known_by: str, game: str | None
) -> None:
    found = rom_engine(Rom(rom_image(code=code, revision=2), "test.gba"))
    assert (found.text, found.known_by, found.game) == (text, known_by, game)
    assert (found.tables, found.changes) == (None, ())


def test_an_expansion_without_a_game_header_has_its_base_from_the_code() -> None:
    rom = Rom(rom_image(None, packed_expansion(flags=1), code="BPEE"), "test.gba")
    assert rom_engine(rom).text == "pokeemerald-expansion 1.16.2 (Emerald)"
    rom = Rom(rom_image(None, packed_expansion(flags=1)), "test.gba")
    assert rom_engine(rom).text == "pokeemerald-expansion 1.16.2 (base unknown)"


def test_another_language_or_revision_is_not_compared() -> None:
    reason = "by its header, which can't be compared: the stock game's is not known"
    german = engine_of(replace(FIRERED.header, language=5))
    assert (german.text, german.tables) == (f"FireRed 1.0 (German) {reason}", None)
    assert engine_of(FIRERED.header, revision=7).text == f"FireRed 1.7 {reason}"


def test_a_version_that_no_game_has_is_unknown() -> None:
    assert engine_of(a_game_header()).text == 'unknown: version 9, "pokemon test version"'
