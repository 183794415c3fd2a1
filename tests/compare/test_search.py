"""A search keeps exactly the addresses whose values pass the test."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.compare.search import Search, begin, load, narrow, save
from gbatool.compare.value_tests import ValueTest
from gbatool.errors import FileProblemError, UsageError
from gbatool.memory import EWRAM, IWRAM, Snapshot
from tests.ram import RamBuilder

HERE, THERE = 0x02000100, 0x03000200


def ram(here: int, there: int = 0) -> Snapshot:
    return RamBuilder().put(HERE, "H", here).put(THERE, "H", there).build()


def left(search: Search) -> list[int]:
    return list(search.addresses.tolist())


def test_it_begins_with_every_aligned_value() -> None:
    assert len(begin(ram(0)).addresses) == (EWRAM.size + IWRAM.size) // 2
    assert len(begin(ram(0), 4, 1, (IWRAM,)).addresses) == IWRAM.size - 3
    assert len(begin(ram(0), 1, regions=(EWRAM,)).addresses) == EWRAM.size


@pytest.mark.parametrize(
    ("test", "value", "expected"),
    [
        (ValueTest.EXACT, 500, [HERE]),
        (ValueTest.GREATER, 499, [HERE]),
        (ValueTest.INCREASED, None, [HERE]),
        (ValueTest.INCREASED, 200, [HERE]),
        (ValueTest.INCREASED, 199, []),
        (ValueTest.DECREASED, None, [THERE]),
        (ValueTest.DECREASED, 5, [THERE]),
        (ValueTest.CHANGED, None, [HERE, THERE]),
    ],
)
def test_a_test_keeps_what_passes(test: ValueTest, value: int | None, expected: list[int]) -> None:
    search = begin(ram(300, 10))
    assert left(narrow(search, ram(500, 5), test, value)) == expected


def test_tests_compare_with_the_state_of_the_last_search() -> None:
    search = narrow(begin(ram(1)), ram(5), ValueTest.CHANGED)
    assert left(narrow(search, ram(5), ValueTest.UNCHANGED)) == [HERE]
    assert left(narrow(search, ram(4), ValueTest.INCREASED)) == []


def test_signed_values_can_be_negative() -> None:
    search = begin(ram(0), signed=True)
    assert left(narrow(search, ram(0xFFFE), ValueTest.EXACT, -2)) == [HERE]
    assert left(narrow(search, ram(0xFFFE), ValueTest.LESS, 0)) == [HERE]


@given(
    st.sampled_from([1, 2, 4]),
    st.integers(0, 0xFFFFFFFF),
    st.integers(0, 0xFFFFFFFF),
    st.sampled_from([t for t in ValueTest if t is not ValueTest.ANY]),
)
def test_what_is_kept_is_what_plain_arithmetic_keeps(
    width: int, before: int, after: int, test: ValueTest
) -> None:
    mask = (1 << (8 * width)) - 1
    first, second = (RamBuilder().put(HERE, "I", value).build() for value in (before, after))
    search = begin(first, width, regions=(EWRAM,))
    needs = test in {ValueTest.EXACT, ValueTest.NOT, ValueTest.LESS, ValueTest.GREATER}
    kept = narrow(search, second, test, 1000 if needs else None)
    old, new = before & mask, after & mask
    expected = {
        ValueTest.EXACT: new == 1000,
        ValueTest.NOT: new != 1000,
        ValueTest.LESS: new < 1000,
        ValueTest.GREATER: new > 1000,
        ValueTest.CHANGED: new != old,
        ValueTest.UNCHANGED: new == old,
        ValueTest.INCREASED: new > old,
        ValueTest.DECREASED: new < old,
    }[test]
    assert (HERE in left(kept)) == expected


def test_a_search_survives_its_file(tmp_path: Path) -> None:
    search = narrow(begin(ram(0), signed=True), ram(7), ValueTest.CHANGED)
    save(search, tmp_path / "search.npz")
    again = load(tmp_path / "search.npz")
    assert (again.width, again.signed) == (2, True)
    assert left(again) == left(search)
    assert np.array_equal(again.values, search.values)


def test_the_same_search_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save(begin(ram(7)), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def packed(**arrays: object) -> bytes:
    """A file like a search's, with other arrays in it."""
    head, here = np.array([1, 2, 0]), np.array([0x02000000], np.int64)
    given = {"head": head, "addresses": here, "values": here, **arrays}
    file = io.BytesIO()
    np.savez_compressed(file, **given)  # type: ignore[arg-type]  # on purpose
    return file.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"nonsense",
        b"PK\x03\x04 not a zip",
        packed(more=np.zeros(2_000_000, np.int64)),
        packed(head=np.array(1)),
        packed(head=np.array([1, 3, 0])),
        packed(addresses=np.array([0x08000000])),
        packed(addresses=np.array([0x0203FFFF])),
        packed(addresses=np.array([0x02000000], np.float64)),
        packed(addresses=np.array([0x02000002, 0x02000000]), values=np.array([1, 1])),
        packed(values=np.array([1, 1])),
    ],
)
def test_a_file_that_is_no_search_is_refused(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "search.npz").write_bytes(damage)
    with pytest.raises(FileProblemError, match="start over with --new"):
        load(tmp_path / "search.npz")


@pytest.mark.parametrize(
    ("test", "value", "message"),
    [
        (ValueTest.EXACT, None, "needs a value"),
        (ValueTest.CHANGED, 3, "takes no value"),
        (ValueTest.ANY, 3, "takes no value"),
    ],
)
def test_a_test_without_its_value_is_refused(
    test: ValueTest, value: int | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        narrow(begin(ram(0)), ram(0), test, value)


@pytest.mark.parametrize(("width", "align"), [(3, None), (0, None), (2, 0), (8, 8)])
def test_widths_and_alignments_that_make_no_sense_are_refused(
    width: int, align: int | None
) -> None:
    with pytest.raises(UsageError, match="widths are 1, 2 and 4"):
        begin(ram(0), width, align)
