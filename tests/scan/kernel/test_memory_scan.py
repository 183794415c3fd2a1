"""The vectorised kernel answers as a plain loop over the bytes would."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.memory import EWRAM, IWRAM, RAM_REGIONS, ROM, Address, Region, Snapshot
from gbatool.scan.kernel.memory_scan import (
    SizedPointer,
    literal_counts,
    literals,
    pairs_moved,
    sized_pointers,
    where_bytes,
    where_halfwords,
)
from tests.ram import RamBuilder

SIZE = 32  # bytes of each memory in the properties: small, so that values meet
FEW_BYTES = st.binary(min_size=SIZE, max_size=SIZE).map(lambda raw: bytes(b % 4 for b in raw))
MAX_BLOCKS = 40

at_any_pace = settings(deadline=None)
"""No test here fails because the machine is busy."""


def snapshot(ewram: bytes, iwram: bytes, rom: bytes = b"") -> Snapshot:
    ewram_array, iwram_array, rom_array = (
        np.frombuffer(data, np.uint8) for data in (ewram, iwram, rom)
    )
    return Snapshot(ewram_array, iwram_array, rom_array)


SNAPSHOTS = st.builds(snapshot, FEW_BYTES, FEW_BYTES, FEW_BYTES)


def value_at(ram: Snapshot, region: Region, offset: int, size: int, *, signed: bool = False) -> int:
    raw = ram.region(region)[offset : offset + size].tobytes()
    return int.from_bytes(raw, "little", signed=signed)


def naive(ram: Snapshot, width: int, span: int, hit: Callable[[Region, int], bool]) -> list[int]:
    """Every aligned RAM address with ``span`` bytes behind it for which ``hit`` says yes."""
    return [
        region.base + offset
        for region in RAM_REGIONS
        for offset in range(0, len(ram.region(region)) - span + 1, width)
        if hit(region, offset)
    ]


@at_any_pace
@given(SNAPSHOTS, SNAPSHOTS, st.integers(-2, 2), st.integers(-2, 2))
def test_pairs_moved_is_the_plain_loop(before: Snapshot, after: Snapshot, dx: int, dy: int) -> None:
    def wrapped(region: Region, offset: int) -> int:
        change = value_at(after, region, offset, 2) - value_at(before, region, offset, 2)
        return (change + 0x8000) % 0x10000 - 0x8000

    def moved(region: Region, offset: int) -> bool:
        return (wrapped(region, offset), wrapped(region, offset + 2)) == (dx, dy)

    assert pairs_moved(before, after, dx, dy) == naive(after, 2, 4, moved)


def test_pairs_moved_follows_a_step_across_zero() -> None:
    before = RamBuilder().put(0x02000104, "hh", 0, 5).build()
    after = RamBuilder().put(0x02000104, "hh", -1, 5).build()
    assert pairs_moved(before, after, -1, 0) == [0x02000104]


@at_any_pace
@given(st.lists(st.tuples(SNAPSHOTS, st.integers(0, 3)), min_size=1, max_size=3))
def test_where_bytes_is_the_plain_loop(trace: list[tuple[Snapshot, int]]) -> None:
    def follows(region: Region, offset: int) -> bool:
        return all(value_at(ram, region, offset, 1) == value for ram, value in trace)

    found = where_bytes([ram for ram, _ in trace], [value for _, value in trace])
    assert found == naive(trace[0][0], 1, 1, follows)


@at_any_pace
@given(st.lists(st.tuples(SNAPSHOTS, st.integers(0, 0x303)), min_size=1, max_size=3))
def test_where_halfwords_is_the_plain_loop(trace: list[tuple[Snapshot, int]]) -> None:
    def follows(region: Region, offset: int) -> bool:
        return all(value_at(ram, region, offset, 2) == value for ram, value in trace)

    found = where_halfwords([ram for ram, _ in trace], [value for _, value in trace])
    assert found == naive(trace[0][0], 2, 2, follows)


def test_a_trace_and_its_values_must_be_equally_long() -> None:
    ram = RamBuilder().build()
    with pytest.raises(ValueError, match="zip"):
        where_bytes([ram, ram], [0])
    with pytest.raises(ValueError, match="zip"):
        where_halfwords([ram], [0, 1])


def test_a_trace_narrows_to_the_byte_that_followed_it() -> None:
    trace = [
        RamBuilder().put(0x03000010, "B", a).put(0x03000020, "B", b).build()
        for a, b in ((1, 1), (2, 2), (1, 3))
    ]
    assert where_bytes(trace[:2], [1, 2]) == [0x03000010, 0x03000020]
    assert where_bytes(trace, [1, 2, 1]) == [0x03000010]


SMALL = st.sampled_from((0, 1, 3, 4, 9, 13, MAX_BLOCKS, 0x7FFFFFFF, 0xFFFFFFFF))
POINTERS = st.sampled_from(
    (
        0,
        EWRAM.base,
        EWRAM.base + 1,
        EWRAM.base + 2,
        EWRAM.end - 26,
        EWRAM.end - 24,
        IWRAM.base,
        IWRAM.end - 24,
    )
)


@at_any_pace
@given(st.lists(st.one_of(SMALL, POINTERS), min_size=8, max_size=8))
def test_sized_pointers_is_the_plain_loop(values: list[int]) -> None:
    data = np.array(values, "<u4").tobytes()
    ram = snapshot(data, data[::-1])

    def field(region: Region, offset: int, index: int) -> int:
        return value_at(ram, region, offset + 4 * index, 4)

    def could_be(region: Region, offset: int) -> bool:
        width, height, pointer = (field(region, offset, index) for index in range(3))
        return (
            width >= 3
            and height >= 4
            and width * height <= MAX_BLOCKS
            and any(r.holds(pointer, 2 * width * height) for r in RAM_REGIONS)
            and pointer % 2 == 0
        )

    found = sized_pointers(ram, 3, 4, MAX_BLOCKS)
    assert [layout.address for layout in found] == naive(ram, 4, 12, could_be)


@pytest.mark.parametrize("pointer", [0x02010000, 0x03001000])
def test_sized_pointers_tells_sizes_and_pointer(pointer: int) -> None:
    ram = RamBuilder().put(0x03000100, "iiI", 27, 23, pointer).build()
    expected = SizedPointer(Address(0x03000100), 27, 23, Address(pointer))
    assert sized_pointers(ram, 16, 15, 0x2800) == [expected]


@pytest.mark.parametrize(
    ("width", "height", "pointer"),
    [
        (15, 23, 0x02010000),  # no column but border
        (27, 14, 0x02010000),  # no row but border
        (0x2801, 1, 0x02010000),  # more blocks than a buffer has
        (200, 100, 0x02010000),
        (27, 23, 0x02010001),  # blocks are half-words
        (27, 23, 0x02040000 - 2 * 27 * 23 + 2),  # one block would lie behind EWRAM
        (27, 23, 0x03008000 - 2 * 27 * 23 + 2),
        (27, 23, 0x08010000),
        (-27, -23, 0x02010000),
    ],
)
def test_sized_pointers_refuses_what_no_map_has(width: int, height: int, pointer: int) -> None:
    ram = RamBuilder().put(0x03000100, "iiI", width, height, pointer).build()
    assert sized_pointers(ram, 16, 15, 0x2800) == []


def test_sized_pointers_sees_the_last_three_words_of_a_memory() -> None:
    ram = RamBuilder().put(IWRAM.end - 12, "iiI", 27, 23, 0x02010000).build()
    assert [found.address for found in sized_pointers(ram, 16, 15, 0x2800)] == [IWRAM.end - 12]


@at_any_pace
@given(SNAPSHOTS, st.integers(0, SIZE // 4 - 1))
def test_literals_finds_every_aligned_word_of_that_value(ram: Snapshot, index: int) -> None:
    value = value_at(ram, ROM, 4 * index, 4)
    found = literals(ram, value)
    assert ROM.base + 4 * index in found
    assert found == [
        ROM.base + offset for offset in range(0, SIZE, 4) if value_at(ram, ROM, offset, 4) == value
    ]


@at_any_pace
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=40),
    st.lists(st.integers(0, 12), max_size=8),
)
def test_literal_counts_counts_like_a_list(rom: list[int], wanted: list[int]) -> None:
    ram = snapshot(b"", b"", np.array(rom, "<u4").tobytes())
    assert literal_counts(ram, wanted) == {value: rom.count(value) for value in sorted(set(wanted))}


def test_literal_counts_takes_any_iterable_of_any_word() -> None:
    rom = np.array([0xFFFFFFFF, 0, 0xFFFFFFFF, 0x02000000], "<u4").tobytes()
    wanted = (value for value in (0xFFFFFFFF, 0x02000000, 5))
    counts = literal_counts(snapshot(b"", b"", rom), wanted)
    assert counts == {0xFFFFFFFF: 2, 0x02000000: 1, 5: 0}


def test_literal_counts_of_nothing_is_nothing() -> None:
    assert literal_counts(RamBuilder().build(), ()) == {}
