"""``rom info`` describes a ROM and names its own profile only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.errors import WrongRomError
from gbatool.profile.model import RomIdentity
from gbatool.profile.rom_info import describe_rom
from gbatool.profile.writer import format_profile
from gbatool.rom import Rom
from tests.engine.headers import a_game_header, an_address, packed_expansion, rom_image
from tests.states.pins import pin, tiny_profile
from tests.states.tiny import tiny_rom


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiny.yaml").write_text(format_profile(tiny_profile(pin("room"))))
    return tmp_path


def test_names_the_profile_and_what_it_pins(folder: Path) -> None:
    info = describe_rom(tiny_rom(), folders=[folder])
    assert (info.rom.profile, info.rom.sha1) == ("tiny", tiny_rom().sha1)
    assert info.savestates == ("room",)
    assert (info.problem, info.next_step, info.siblings) == (None, None, ())
    assert info.identity == RomIdentity.of(tiny_rom())
    assert info.crc32 == f"{tiny_rom().crc32:08X}"


def test_another_revision_has_no_profile_and_is_told_of_its_sibling(folder: Path) -> None:
    info = describe_rom(tiny_rom(revision=1), folders=[folder])
    assert info.rom.profile is None
    assert info.siblings == ("tiny",)
    assert info.savestates == ()
    assert "must not be used" in str(info.problem)
    assert str(info.next_step).startswith("gbatool derive --rom tiny1.gba --out profiles/")


def test_a_profile_that_was_named_must_be_the_roms_own(folder: Path) -> None:
    with pytest.raises(WrongRomError):
        describe_rom(tiny_rom(revision=1), "tiny", [folder])


@pytest.mark.parametrize(
    ("code", "language"), [("ZTNE", "English"), ("ZTNJ", "Japanese"), ("ZTNQ", None)]
)
def test_reads_the_language_off_the_game_code(code: str, language: str | None) -> None:
    assert describe_rom(tiny_rom(code=code), folders=[]).language == language


def test_sees_a_header_that_was_tampered_with() -> None:
    good = tiny_rom()
    data = bytearray(good.data)
    data[0xA0] ^= 1
    bad = describe_rom(Rom(bytes(data), "bad.gba"), folders=[]).header_checksum
    assert not bad.ok
    assert bad.stored != bad.computed
    fine = describe_rom(good, folders=[]).header_checksum
    assert fine.ok
    assert fine == replace(fine, computed=fine.stored)


def test_shows_what_the_games_own_headers_say() -> None:
    rom = Rom(rom_image(a_game_header(), packed_expansion()), "test.gba")
    info = describe_rom(rom, folders=[])
    assert info.engine.text.startswith("pokeemerald-expansion 1.16.2")
    assert info.game_header is not None
    assert info.game_header.tables["front_pics"] == str(an_address(0x800))
    assert (info.game_header.language, info.game_header.assistant) == ("English", None)
    assert info.game_header.save == a_game_header().save
    assert info.expansion_header is not None
    assert (info.expansion_header.at, info.expansion_header.version) == ("0x08000204", "1.16.2")
    assert info.expansion_header.moves == 848


def test_a_rom_without_headers_of_its_own_has_none() -> None:
    info = describe_rom(tiny_rom(), folders=[])
    assert info.engine.text == "unknown (no game header)"
    assert (info.game_header, info.expansion_header) == (None, None)
