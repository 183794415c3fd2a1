"""RAM search: narrow down all addresses by comparing their values between states."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.compare.value_tests import ValueTest, check_value
from gbatool.errors import FileProblemError, UsageError
from gbatool.files import read_file, write_atomically
from gbatool.memory import RAM_REGIONS, Region, Snapshot

FORMAT = 1
WIDTHS = (1, 2, 4)
MAX_FILE = 8 << 20
"""Bytes, packed or not: an address and a value of 8 bytes each for every byte of RAM."""

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """The addresses left, with their values in the last state.

    Attributes:
        width: Size of a value in bytes: 1, 2 or 4.
        signed: Whether values are read as signed.
        addresses: Bus addresses, ascending.
        values: The value at each address; of the same length.
    """

    width: int
    signed: bool
    addresses: Numbers
    values: Numbers


Compare = Callable[[Numbers, Any], npt.NDArray[np.bool_]]

COMPARED_WITH_BEFORE: Mapping[ValueTest, Compare] = {
    ValueTest.CHANGED: np.not_equal,
    ValueTest.UNCHANGED: np.equal,
}
COMPARED_WITH_VALUE: Mapping[ValueTest, Compare] = {
    ValueTest.EXACT: np.equal,
    ValueTest.NOT: np.not_equal,
    ValueTest.LESS: np.less,
    ValueTest.GREATER: np.greater,
}


def begin(
    ram: Snapshot,
    width: int = 2,
    align: int | None = None,
    regions: tuple[Region, ...] = RAM_REGIONS,
    *,
    signed: bool = False,
) -> Search:
    """Begin a search with every aligned value of the regions.

    Args:
        ram: The first state.
        width: Size of a value in bytes: 1, 2 or 4.
        align: Addresses are multiples of it; the width by default.
        regions: The memory regions to search.
        signed: Read values as signed.

    Raises:
        UsageError: The width is not 1, 2 or 4, or the alignment is below 1.
    """
    align = width if align is None else align
    if width not in WIDTHS or align < 1:
        raise UsageError(
            f"a value of {width} bytes at multiples of {align}: widths are 1, 2 and 4, and an"
            " alignment is at least 1",
            width=width,
            align=align,
        )
    addresses = [
        np.arange(region.base, region.end - width + 1, align, dtype=np.int64) for region in regions
    ]
    search = Search(width, signed, np.concatenate(addresses), np.empty(0, np.int64))
    return replace(search, values=_values(search, ram))


def narrow(search: Search, ram: Snapshot, test: ValueTest, value: int | None = None) -> Search:
    """Keep the addresses whose value in a new state passes a test.

    Args:
        search: The search so far.
        ram: The new state.
        test: The test that a value must pass.
        value: The value to compare with; for increased and decreased, the exact difference.

    Raises:
        UsageError: The test needs a value and has none, or takes none and has one.
    """
    check_value(test, value)
    before, now = search.values, _values(search, ram)
    kept = _passes(test, before, now, value)
    return replace(search, addresses=search.addresses[kept], values=now[kept])


def _passes(
    test: ValueTest, before: Numbers, now: Numbers, value: int | None
) -> npt.NDArray[np.bool_]:
    if test is ValueTest.ANY:
        return np.ones(len(now), np.bool_)
    if test in (ValueTest.INCREASED, ValueTest.DECREASED):
        change: Numbers = now - before if test is ValueTest.INCREASED else before - now
        return np.greater(change, 0) if value is None else np.equal(change, value)
    if test in COMPARED_WITH_BEFORE:
        return COMPARED_WITH_BEFORE[test](now, before)
    return COMPARED_WITH_VALUE[test](now, value)


def _values(search: Search, ram: Snapshot) -> Numbers:
    """The values at a search's addresses in a state."""
    parts = []
    for region in RAM_REGIONS:
        inside = (search.addresses >= region.base) & (search.addresses < region.end)
        offsets = search.addresses[inside] - region.base
        data = ram.region(region)
        value = sum(
            data[offsets + byte].astype(np.int64) << (8 * byte) for byte in range(search.width)
        )
        parts.append(np.asarray(value, np.int64).reshape(len(offsets)))
    values = np.concatenate(parts)
    if search.signed:
        top = np.int64(1) << (8 * search.width - 1)
        values = (values ^ top) - top
    return values


def save(search: Search, path: Path) -> None:
    """Write a search to a file atomically.

    Raises:
        FileProblemError: It can't be written.
    """
    file = io.BytesIO()
    head = np.array([FORMAT, search.width, int(search.signed)])
    np.savez_compressed(file, head=head, addresses=search.addresses, values=search.values)
    write_atomically(path, file.getvalue(), follow=False)


def load(path: Path) -> Search:
    """Read a search that :func:`save` wrote.

    Raises:
        FileProblemError: It is missing, or not a search.
    """
    data = read_file(path, "search", MAX_FILE, follow=False)
    try:
        return _unpacked(data)
    except Exception as error:  # of a file that numpy and zipfile were not made for, any
        raise FileProblemError(
            f"{path} is not a search; start over with --new", file=str(path)
        ) from error


def _unpacked(data: bytes) -> Search:
    with zipfile.ZipFile(io.BytesIO(data)) as members:
        if sum(member.file_size for member in members.infolist()) > MAX_FILE:
            raise ValueError("it is too large")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        kind, width, signed = (int(number) for number in arrays["head"])
        addresses, values = arrays["addresses"], arrays["values"]
    if kind != FORMAT or width not in WIDTHS or not _is_possible(addresses, values, width):
        raise ValueError("it is no search")
    return Search(width, bool(signed), addresses, values)


def _is_possible(addresses: Numbers, values: Numbers, width: int) -> bool:
    """Whether arrays are a search's: ascending addresses in RAM, a value for each."""
    if not addresses.dtype == values.dtype == np.int64 or addresses.ndim != 1:
        return False
    inside = sum(
        (addresses >= region.base) & (addresses <= region.end - width) for region in RAM_REGIONS
    )
    same = addresses.shape == values.shape
    return same and bool(np.all(inside)) and bool(np.all(np.diff(addresses) > 0))
