"""The game header: read, refused, and never a crash."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine import rom_header as rh
from gbatool.engine.rom_header import read_game_header
from tests.engine.headers import (
    SIZE,
    a_game_header,
    an_address,
    packed_header,
    rom_image,
)

POINTERS = st.none() | st.integers(1, SIZE - 1).map(an_address)
COUNTS = st.none() | st.integers(1, 0xFF)
WORDS = st.integers(0, 0xFFFFFFFF)
OFFSETS = st.integers(0, 0xFF)


def saves() -> st.SearchStrategy[rh.SaveFields]:
    """Save fields that a header may have: every offset inside the smallest block."""
    left_out = {field: st.none() | st.integers(1, 0xFF) for field in rh.LEFT_OUT_AS_ZERO}
    offsets = dict.fromkeys((rh.SAVE.names or ())[2:], OFFSETS)
    sizes = st.integers(0x100, rh.MAX_SAVE_BLOCK - 1)
    return st.builds(rh.SaveFields, sizes, sizes, **{**offsets, **left_out})


def headers() -> st.SearchStrategy[rh.GameHeader]:
    tables = st.builds(rh.GameTables, *[POINTERS] * len(rh.TABLES.names or ()))
    printable = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=24)
    return st.builds(
        rh.GameHeader,
        version=WORDS,
        language=st.sampled_from(sorted(rh.LANGUAGES)),
        name=printable.map(rh.NAME_START.__add__),
        tables=tables,
        save=saves(),
        flags=st.builds(rh.FlagNumbers, *[WORDS] * 5),
        name_lengths=st.builds(rh.NameLengths, *[st.integers(0, 0xFF)] * 3),
        capacities=st.builds(rh.Capacities, *[COUNTS] * 6),
        national_dex_count=WORDS,
        assistant=POINTERS,
    )


@given(headers())
def test_reads_back_whatever_a_header_can_say(header: rh.GameHeader) -> None:
    assert read_game_header(rom_image(header)) == header


@given(st.binary(max_size=0x400))
def test_no_bytes_crash_it(data: bytes) -> None:
    assert read_game_header(data) is None


@given(st.data())
def test_no_damage_to_a_header_crashes_it(data: st.DataObject) -> None:
    image = bytearray(rom_image(a_game_header()))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0x100, 0x220))
        image[at] = data.draw(st.integers(0, 0xFF))
    length = data.draw(st.integers(0x100, SIZE))
    read_game_header(bytes(image[:length]))


def test_fields_are_where_the_public_source_has_them() -> None:
    raw = packed_header(a_game_header())
    words = {
        at: int.from_bytes(raw[at - 0x100 : at - 0xFC], "little") for at in range(0x100, 0x204)
    }
    header = a_game_header()
    assert words[0x144] == header.tables.species_names
    assert words[0x1BC] == header.tables.species_info
    assert words[0x1C8] == header.tables.items
    assert words[0x1CC] == header.tables.moves
    assert (words[0x188], words[0x18C]) == (header.save.block2_size, header.save.block1_size)
    assert (words[0x190], words[0x194]) == (header.save.party_count, header.save.party)
    assert (words[0x19C], words[0x1A0]) == (header.save.trainer_id, header.save.player_name)
    assert words[0x1EC] == header.save.pc_items
    assert words[0x170] == header.national_dex_count
    assert raw[0xE4:0xEA] == bytes([30, 31, 32, 33, 34, 35])


SAVE = a_game_header().save


@pytest.mark.parametrize(
    "header",
    [
        replace(a_game_header(), language=0),
        replace(a_game_header(), language=8),
        a_game_header("POKEMON test version"),
        a_game_header("pokemon \x01"),
        replace(a_game_header(), save=replace(SAVE, block1_size=rh.MAX_SAVE_BLOCK)),
        replace(a_game_header(), save=replace(SAVE, block2_size=0)),
        replace(a_game_header(), save=replace(SAVE, party=SAVE.block1_size)),
        replace(a_game_header(), save=replace(SAVE, trainer_id=SAVE.block2_size)),
    ],
    ids=["no language", "language", "capitals", "control", "size", "none", "party", "trainer id"],
)
def test_what_breaks_a_rule_is_no_header(header: rh.GameHeader) -> None:
    assert read_game_header(rom_image(a_game_header())) is not None
    assert read_game_header(rom_image(header)) is None


def test_an_offset_may_exceed_the_other_block() -> None:
    save = replace(SAVE, party=SAVE.block2_size + 4)
    header = read_game_header(rom_image(replace(a_game_header(), save=save)))
    assert header is not None
    assert header.save.party == SAVE.block2_size + 4


def test_a_rom_that_ends_inside_the_header_has_none() -> None:
    assert read_game_header(rom_image(a_game_header())[:0x203]) is None


def test_a_pointer_out_of_the_rom_is_unknown() -> None:
    tables = replace(a_game_header().tables, moves=an_address(SIZE))
    header = read_game_header(rom_image(replace(a_game_header(), tables=tables)))
    assert header is not None
    assert header.tables.moves is None
    assert header.tables.items == tables.items


def test_only_both_words_show_the_assistants_header() -> None:
    image = bytearray(rom_image(replace(a_game_header(), assistant=an_address())))
    header = read_game_header(bytes(image))
    assert header is not None
    assert header.assistant == an_address()
    image[0x180] ^= 1
    header = read_game_header(bytes(image))
    assert header is not None
    assert header.assistant is None
