"""Names at equal distances: inside records of any width, behind pointers, and where these begin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.memory import ROM, Snapshot
from gbatool.scan.kernel.name_places import (
    Place,
    count_names,
    far_behind,
    find_places,
    is_named,
    start_of,
)
from tests.ram import RamBuilder
from tests.scan.rom_staging import loads

NAMES = (b"\xc1", b"\xc1\xc2\xc3", b"\xd5\xd6\xd7\xd8", b"\xe1\xe2", b"\xe3\xe4\xe5\xe6\xe7")
POINTER = b"\x01\x00\x00\x08"


def table(width: int, *names: bytes, offset: int = 0, before: bytes = b"") -> bytes:
    """Records with a name each, filled up to equal width."""
    return b"".join(
        (before.ljust(offset, b"\x11") + name + b"\xff").ljust(width, b"\0") for name in names
    )


def pointed(start: int, width: int, offset: int, *names: bytes) -> bytes:
    """Records with pointers, then the names; the table begins at an offset of the ROM."""
    at, pointers, texts = start + width * len(names), [], b""
    for name in names:
        pointers.append((ROM.base + at + len(texts)).to_bytes(4, "little"))
        texts += name + b"\xff"
    return b"".join((b"\x11" * offset + one).ljust(width, b"\x11") for one in pointers) + texts


def with_rom(data: bytes) -> Snapshot:
    """A snapshot with that ROM."""
    return RamBuilder(len(data)).write(ROM.base, data).build()


@given(
    width=st.integers(min_value=6, max_value=0x180),
    before=st.integers(min_value=0, max_value=99),
    asked=st.sets(st.integers(min_value=1, max_value=4), min_size=2),
)
def test_a_table_is_found_by_any_two_of_its_names(width: int, before: int, asked: set[int]) -> None:
    rom = b"\x11" * before + table(width, *NAMES) + b"\x11" * 99
    assert find_places(rom, {i: NAMES[i] for i in asked}) == [Place(before, width)]


@given(
    words=st.integers(min_value=1, max_value=0x40),
    before=st.integers(min_value=0, max_value=30),
    place=st.integers(min_value=0, max_value=0x3F),
)
def test_names_behind_pointers_are_found_at_any_distance(
    words: int, before: int, place: int
) -> None:
    offset, start = 4 * (place % words), 4 * before
    rom = b"\x11" * start + pointed(start, 4 * words, offset, *NAMES)
    places = find_places(rom, {i: NAMES[i] for i in (1, 2, 4)})
    found = [place for place in places if place.pointed]
    assert found == [Place(start + offset, 4 * words, pointed=True)]
    data = np.frombuffer(rom, np.uint8)
    assert [found[0].text(data, i) for i in range(len(NAMES))] == list(NAMES)


def test_tables_of_the_same_names_at_other_distances_are_all_found() -> None:
    rom = table(11, *NAMES) + table(13, *NAMES)
    assert find_places(rom, dict(enumerate(NAMES))) == [Place(0, 11), Place(55, 13)]


def test_a_table_of_which_one_name_differs_is_not_found() -> None:
    rom = table(11, *NAMES[:4], b"\xd5")
    assert find_places(rom, dict(enumerate(NAMES))) == []


def test_a_table_does_not_begin_before_the_rom() -> None:
    rom = table(11, *NAMES)[11:]
    assert find_places(rom, {1: NAMES[1], 2: NAMES[2]}) == []


@pytest.mark.parametrize(
    ("code", "start"),
    [
        (loads(ROM.base + 0x200, 9), 0x200),
        (loads(ROM.base + 0x200, 2), None),
        (loads(ROM.base + 0x200, 9) + loads(ROM.base + 0x22C, 2), 0x200),
        (loads(ROM.base + 0x200, 9) + loads(ROM.base + 0x22C, 3), None),
        (loads(ROM.base + 0x22C, 9) + loads(ROM.base + 0x200, 2), 0x22C),
        (loads(ROM.base + 0x1C0, 9), None),
        (b"\0" * 0x200, None),
    ],
    ids=("often", "seldom", "a field seldom", "a field often", "else", "too far", "never"),
)
def test_a_record_begins_where_code_says_far_more_often_than_beside_it(
    code: bytes, start: int | None
) -> None:
    snapshot = with_rom(code.ljust(0x1000, b"\0"))
    assert start_of(snapshot, 0x22C, 0x60) == start
    assert is_named(snapshot, 0x22C, 0x60) == (b"\x08" in code and b"\xc0" not in code)


def test_names_are_counted_with_those_that_are_empty() -> None:
    records = table(8, *NAMES, b"") + bytes(8) + table(8, NAMES[3]) + b"\x11" * 8
    assert count_names(with_rom(records.ljust(0x100, b"\x11")), Place(0, 8), 0) == (8, 5)


def test_empty_records_behind_the_last_name_count_up_to_the_next_thing_that_code_names() -> None:
    records = table(8, *NAMES) + bytes(8 * 9)
    code = loads(ROM.base + 8 * 9, 1)
    snapshot = with_rom(records.ljust(0x100, b"\0") + code)
    assert count_names(snapshot, Place(0, 8), 0) == (9, 5)


def test_records_end_where_pointers_are_missing() -> None:
    records = table(16, *NAMES, *NAMES, offset=4, before=POINTER)
    behind = table(16, *NAMES, offset=4, before=b"\x11\x11\x11\x11")
    snapshot = with_rom((records + behind).ljust(0x200, b"\x11"))
    assert count_names(snapshot, Place(4, 16), 4) == (2 * len(NAMES), 5)


def test_what_has_no_name_at_all_has_no_records() -> None:
    assert count_names(with_rom(b"\x11" * 0x100), Place(0, 8), 0) == (0, 0)


def test_far_behind_pointers_lead_to_distinctive_texts() -> None:
    text = 0x90
    behind = (ROM.base + text).to_bytes(4, "little") + b"\x11" * 12
    rom = (bytes(0x40) + behind + bytes(16)).ljust(text, b"\0") + b"\xc1\xc2\xc3\xc4\xff\0\0\0"
    data = np.frombuffer(rom, np.uint8)
    assert far_behind(data, Place(0, 16, pointed=True), 2, range(3, 9)) == [4]
    assert far_behind(data, Place(0, 16, pointed=True), 2, range(5, 9)) == []
