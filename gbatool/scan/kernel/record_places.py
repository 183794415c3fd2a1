"""Where records with known bytes stand in the ROM, at distances that are not known.

Offsets count from the ROM's first byte.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from gbatool.memory import Bytes
from gbatool.scan.kernel.name_places import equally_spaced

Offsets = npt.NDArray[np.int64]
FIELD_STRIDES = range(8, 0x84, 4)
"""Sizes of records in which one byte each is looked for."""


def where_bytes_stand(rom: Bytes, wanted: Mapping[int, int]) -> Offsets:
    """Every offset from which these bytes stand at these distances.

    >>> where_bytes_stand(np.array([0, 7, 9, 9, 7, 9], np.uint8), {0: 7, 1: 9})
    array([1, 4])
    """
    reach = max(wanted) + 1
    count = max(0, len(rom) - reach + 1)
    (distance, value), *others = wanted.items()
    possible = np.flatnonzero(rom[distance : distance + count] == value)
    for at, other in others:
        possible = possible[rom[possible + at] == other]
    return possible


def record_places(rom: Bytes, wanted: Mapping[int, Mapping[int, int]]) -> list[tuple[int, int]]:
    """Where tables can be whose records have these bytes: offset of the first one, and distance.

    Args:
        rom: The ROM image.
        wanted: Index -> distance from a field of its record -> the byte there; at least two.

    Returns:
        For each, the offset of that field in the record with index 0.
    """
    there = {index: where_bytes_stand(rom, fields) for index, fields in wanted.items()}
    return equally_spaced(there)


def byte_places(rom: Bytes, values: Mapping[int, int]) -> list[tuple[int, int]]:
    """Where one byte of each record can be: offset of the first one, and distance to the next.

    Args:
        rom: The ROM image.
        values: Index -> the byte; many of them, with different values.
    """
    (index, value), *others = sorted(values.items(), key=lambda item: _frequency(values, item[1]))
    starts = np.flatnonzero(rom == value)
    found = []
    for stride in FIELD_STRIDES:
        possible = starts - stride * index
        possible = possible[(possible >= 0) & (possible + stride * max(values) < len(rom))]
        for other, byte in others:
            possible = possible[rom[possible + stride * other] == byte]
        found += [(first, stride) for first in possible.tolist()]
    return sorted(found)


def _frequency(values: Mapping[int, int], value: int) -> int:
    return sum(other == value for other in values.values())


def column_of(rom: Bytes, start: int, stride: int, values: Mapping[int, int]) -> int | None:
    """The offset in the records at which they have these bytes; None where there are none or several.

    Args:
        rom: The ROM image.
        start: Where the record with index 0 begins.
        stride: Bytes of a record.
        values: Index -> the byte.
    """
    found = [
        offset
        for offset in range(stride)
        if all(
            _byte(rom, start + stride * index + offset) == value for index, value in values.items()
        )
    ]
    return found[0] if len(found) == 1 else None


def _byte(rom: Bytes, at: int) -> int | None:
    return int(rom[at]) if 0 <= at < len(rom) else None
