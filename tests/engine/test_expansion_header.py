"""pokeemerald-expansion's header: found by its magic, and as long as its release made it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gbatool.engine.expansion_header import ExpansionHeader, read_expansion_header
from tests.engine.headers import SIZE, an_address, packed_expansion, rom_image


@given(st.binary(max_size=0x40), st.binary(max_size=0x40))
@example(b"", b"")
@example(b"", b"\1")
def test_no_bytes_around_the_magic_crash_it(before: bytes, after: bytes) -> None:
    read_expansion_header(before + b"RHHEXP" + after)


@given(
    st.tuples(st.integers(1, 255), st.integers(0, 255), st.integers(0, 255)),
    st.booleans(),
    st.integers(0x81, SIZE // 4 - 8).map(lambda word: 4 * word),
)
def test_reads_back_whatever_a_header_can_say(
    version: tuple[int, int, int], tagged: bool, at: int
) -> None:
    image = rom_image(None, packed_expansion(version, flags=int(tagged)), at=at)
    header = read_expansion_header(image)
    assert header is not None
    assert (header.at, header.version, header.tagged) == (an_address(at), version, tagged)


@pytest.mark.parametrize("at", [0x204, 0x208, 0xF00])
def test_finds_the_expansions_header_by_its_magic(at: int) -> None:
    header = read_expansion_header(rom_image(None, packed_expansion(flags=1), at=at))
    assert header == ExpansionHeader(
        at=an_address(at),
        version=(1, 16, 2),
        tagged=True,
        moves=848,
        species=1573,
        abilities=319,
        ability_table=an_address(0x900),
        items=874,
        item_name_length=20,
    )


def test_the_first_releases_told_only_their_version() -> None:
    code = b"\x01\x20\xa0\xe3" * 4
    header = read_expansion_header(rom_image(None, packed_expansion((1, 7, 4))[:10] + code))
    assert header is not None
    assert (header.version, header.tagged) == ((1, 7, 4), False)
    assert (header.moves, header.species, header.abilities, header.items) == (None,) * 4
    assert (header.ability_table, header.item_name_length) == (None, None)


def test_a_magic_without_a_version_is_passed_over() -> None:
    stray = packed_expansion((0, 0, 0)) + packed_expansion()
    header = read_expansion_header(rom_image(None, stray))
    assert header is not None
    assert header.at == an_address(0x204 + len(packed_expansion()))


def test_an_odd_place_is_no_header() -> None:
    assert read_expansion_header(rom_image(None, packed_expansion(), at=0x205)) is None
    assert read_expansion_header(rom_image(None)) is None
