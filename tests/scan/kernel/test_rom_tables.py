"""Tables in the ROM: texts at equal distances, the end of a table, texts behind it."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.memory import ROM, Bytes, Snapshot
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.kernel.rom_tables import (
    MAX_RECORDS,
    Stride,
    looks_like_text,
    rows,
    run_length,
    table_length,
    text_at,
    texts_far_behind,
)
from tests.ram import RamBuilder

NAMES = (b"\xc1", b"\xc1\xc2\xc3", b"\xd5\xd6\xd7\xd8", b"\xe1\xe2", b"\xe3\xe4\xe5\xe6\xe7")


def table(width: int, *names: bytes, fill: int = 0) -> bytes:
    """Names, each with its terminator, filled up to equal width."""
    return b"".join((name + b"\xff").ljust(width, bytes((fill,))) for name in names)


def array(data: bytes) -> Bytes:
    return np.frombuffer(data, np.uint8)


def test_every_place_is_found_also_where_one_overlaps_another() -> None:
    assert find_all(b"aaba", b"a") == [0, 1, 3]
    assert find_all(b"aaa", b"aa") == [0, 1]
    assert find_all(b"aaa", b"b") == []


@pytest.mark.parametrize(
    ("record", "fits"),
    [
        (b"\xbb\xbc\xff\x00\x00", True),
        (b"\xbb\xbc\xff\xff\xff", True),
        (b"\xbb\xff\xff\x00\x00", True),
        (b"\xff\x00\x00\x00\x00", True),
        (b"\xbb\xbc\xbd\xbe\xff", True),
        (b"\xbb\xbc\xbd\xbe\xbf", False),
        (b"\xbb\xff\x00\x12\x00", False),
        (b"\xbb\xfd\x02\xff\x00", False),
    ],
)
def test_a_name_ends_and_is_filled_up_and_has_no_codes(record: bytes, *, fits: bool) -> None:
    assert looks_like_text(array(record).reshape(1, -1)).tolist() == [fits]


def test_rows_are_as_many_as_the_rom_has_and_a_table_could() -> None:
    assert rows(array(bytes(35)), 3, 10).shape == (3, 10)
    assert rows(array(bytes(35)), 40, 10).shape == (0, 10)
    assert len(rows(array(bytes(4 * MAX_RECORDS)), 0, 2)) == MAX_RECORDS


def test_a_run_ends_before_the_first_that_does_not_fit() -> None:
    assert run_length(np.array([True, True, False, True])) == 2
    assert run_length(np.array([True, True])) == 2
    assert run_length(np.array([False])) == 0


BEGIN = 0x400


def naming(address: int) -> Snapshot:
    """A ROM whose code loads that address."""
    ram = RamBuilder().put(ROM.base + 0x1C, "H", 0x4800)  # ldr r0, [pc]
    return ram.put(ROM.base + 0x20, "I", address).build()


def test_a_table_ends_where_its_run_does_when_no_code_names_a_place_near_it() -> None:
    ram = RamBuilder().build()
    assert table_length(ram, BEGIN, 11, 40) == 40


def test_a_table_ends_before_the_next_one_that_code_names() -> None:
    """The first record of what follows it looks like one more of it."""
    assert table_length(naming(ROM.base + BEGIN + 11 * 38), BEGIN, 11, 40) == 38


def test_a_table_ends_before_what_a_list_of_addresses_names() -> None:
    ram = RamBuilder().put(ROM.base + 0x20, "II", ROM.base, ROM.base + BEGIN + 11 * 38)
    assert table_length(ram.build(), BEGIN, 11, 40) == 38


def test_a_word_that_no_code_loads_ends_no_table() -> None:
    """A picture can have it."""
    ram = RamBuilder().put(ROM.base + 0x20, "I", ROM.base + BEGIN + 11 * 38)
    assert table_length(ram.build(), BEGIN, 11, 40) == 40


def test_what_code_names_far_before_the_end_or_behind_it_changes_nothing() -> None:
    ram = RamBuilder()
    ram.put(ROM.base + 0x20, "II", ROM.base + BEGIN + 11 * 3, ROM.base + BEGIN + 11 * 40)
    assert table_length(ram.build(), BEGIN, 11, 40) == 40


def test_a_record_that_code_names_in_its_midst_is_not_of_the_table() -> None:
    assert table_length(naming(ROM.base + BEGIN + 11 * 37 + 6), BEGIN, 11, 40) == 37


def test_a_text_ends_within_its_limit_and_inside_the_rom() -> None:
    rom = array(b"\xbb\xbc\xff\xbd\xbe")
    assert text_at(rom, 0, 2) == b"\xbb\xbc"
    assert text_at(rom, 0, 1) is None
    assert text_at(rom, 3, 9) is None
    assert text_at(rom, 2, 9) == b""
    assert text_at(rom, -1, 9) is None
    assert text_at(rom, 5, 9) is None


def test_texts_behind_a_table_are_found_by_the_index_that_leads_to_them() -> None:
    data = bytearray(11 * 200)
    data[11 * 50 : 11 * 50 + 5] = b"\xbb\xbc\xbd\xbe\xff"
    data[11 * 60 : 11 * 60 + 5] = b"\xbb\xbb\xbb\xbb\xff"  # nothing distinctive
    data[11 * 70 : 11 * 70 + 3] = b"\xbb\xbc\xff"  # too short
    data[11 * 80 : 11 * 80 + 5] = b"\xbb\xfd\xbd\xbe\xff"  # a code
    data[11 * 20 : 11 * 20 + 5] = b"\xbb\xbc\xbd\xbe\xff"  # not behind it
    found = texts_far_behind(array(bytes(data)), Stride(0, 11), 30, range(4, 9))
    assert found == [50]


def test_nothing_stands_behind_a_table_at_the_end_of_the_rom() -> None:
    assert texts_far_behind(array(bytes(110)), Stride(0, 11), 10, range(4, 9)) == []
