"""Two states are compared byte for byte, and each difference is named by the symbol it lies in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gbatool.compare.diff import DiffDocument, diff_states
from gbatool.memory import EWRAM, IWRAM, Snapshot
from tests.profile.examples import a_profile, a_symbol
from tests.ram import RamBuilder

MAIN, TASKS = 0x03001000, 0x03002000
PROFILE = a_profile(a_symbol("gMain", MAIN, size=0x43C), a_symbol("gTasks", TASKS, size=0x280))
EMPTY = RamBuilder().build()


def diff(second: Snapshot, first: Snapshot = EMPTY) -> DiffDocument:
    return diff_states(first, second, PROFILE)


def places(document: DiffDocument) -> list[tuple[int, int]]:
    """Address and size of each difference."""
    return [(int(found.address, 16), found.size) for found in document.differences]


def test_equal_states_have_no_difference() -> None:
    assert diff(EMPTY).differences == ()
    assert diff(EMPTY).bytes_changed == 0


def test_a_difference_is_named_by_its_symbol_and_offset() -> None:
    [found] = diff(RamBuilder().put(MAIN + 0x2C, "H", 0x1234).build()).differences
    assert (found.symbol, found.offset, found.size) == ("gMain", 0x2C, 2)
    assert (found.before, found.after) == ("0000", "3412")
    assert found.address == "0x0300102C"


def test_memory_that_no_symbol_covers_has_no_name() -> None:
    [found] = diff(RamBuilder().put(0x02000000, "B", 1).build()).differences
    assert (found.symbol, found.offset) == (None, None)


def test_bytes_close_together_are_one_place() -> None:
    ram = RamBuilder().put(0x02000010, "B", 1).put(0x02000013, "B", 2).put(0x02000020, "B", 3)
    document = diff(ram.build())
    assert places(document) == [(0x02000010, 4), (0x02000020, 1)]
    assert document.bytes_changed == 3


def test_a_stretch_is_split_where_a_symbol_begins_and_ends() -> None:
    ram = RamBuilder().write(TASKS - 2, bytes([1] * (2 + 0x280 + 2))).build()
    document = diff(ram)
    assert [found.symbol for found in document.differences] == [None, "gTasks", None]
    assert places(document) == [(TASKS - 2, 2), (TASKS, 0x280), (TASKS + 0x280, 2)]


def test_one_memory_can_be_looked_at_alone() -> None:
    ram = RamBuilder().put(0x02000000, "B", 1).put(0x03000000, "B", 1).build()
    assert places(diff_states(EMPTY, ram, PROFILE, (IWRAM,))) == [(0x03000000, 1)]


@given(st.dictionaries(st.integers(0, 0x3FFFF), st.integers(1, 255), max_size=40))
def test_every_byte_that_differs_lies_in_exactly_one_difference(planted: dict[int, int]) -> None:
    ram = RamBuilder()
    for offset, value in planted.items():
        ram.put(EWRAM.base + offset, "B", value)
    document = diff(ram.build())
    covered = [n for start, size in places(document) for n in range(start, start + size)]
    assert len(covered) == len(set(covered))
    differing = {EWRAM.base + offset for offset in planted}
    assert differing <= set(covered)
    assert {edge for at, size in places(document) for edge in (at, at + size - 1)} <= differing
    assert document.bytes_changed == len(planted)
