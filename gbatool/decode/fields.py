"""Checked reads for decoders: a value is inside its domain, or an error names all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.errors import DecodeError, OutOfRegionError
from gbatool.memory import RAM_REGIONS, ROM, Address, Region, Snapshot


def read_record(ram: Snapshot, field: str, address: int, layout: np.dtype[Any]) -> np.void:
    """One record.

    Raises:
        DecodeError: The record doesn't lie whole in readable memory.
    """
    try:
        return ram.record(address, layout)
    except OutOfRegionError as error:
        raise _unreadable(field, address, layout.itemsize) from error


def read_array(ram: Snapshot, field: str, address: int, layout: npt.DTypeLike, count: int) -> Any:  # noqa: ANN401 - records force it
    """An array of records or numbers.

    Raises:
        DecodeError: The array doesn't lie whole in readable memory.
    """
    dtype = np.dtype(layout)
    try:
        return ram.array(address, dtype, count)
    except OutOfRegionError as error:
        raise _unreadable(field, address, count * dtype.itemsize) from error


def read_u8(ram: Snapshot, field: str, address: int) -> int:
    """One byte, as :func:`read_array` reads it."""
    return int(read_array(ram, field, address, np.uint8, 1)[0])


def read_u32(ram: Snapshot, field: str, address: int) -> int:
    """One word, as :func:`read_array` reads it."""
    return int(read_array(ram, field, address, np.dtype("<u4"), 1)[0])


def _unreadable(field: str, address: int, size: int) -> DecodeError:
    return DecodeError(
        field,
        address,
        observed="outside readable memory",
        expected=f"{size} bytes inside EWRAM, IWRAM or the ROM",
    )


def check_range(field: str, address: int, value: int, low: int, high: int) -> int:
    """A number between ``low`` and ``high``, both included.

    Raises:
        DecodeError: It isn't.
    """
    if not low <= value <= high:
        raise DecodeError(field, address, observed=value, expected=f"{low} to {high}")
    return value


def check_pointer(
    ram: Snapshot,
    field: str,
    address: int,
    value: int,
    *,
    size: int,
    regions: Sequence[Region] = (ROM,),
    align: int = 1,
) -> Address:
    """A pointer to ``size`` readable bytes in one of ``regions``.

    Args:
        ram: The snapshot that must hold the target.
        field: What is pointing, for the message.
        address: Where the pointer stands.
        value: The pointer.
        size: Bytes that it must be able to give.
        regions: Memories that it may point into.
        align: What the pointer must be a multiple of.

    Raises:
        DecodeError: It points elsewhere.
    """
    inside = any(region.holds(value, size) for region in regions)
    if not inside or value % align or not ram.holds(value, size):
        names = " or ".join(region.name for region in regions)
        aligned = f", a multiple of {align}" if align > 1 else ""
        raise DecodeError(
            field,
            address,
            observed=f"0x{value:08X}",
            expected=f"a pointer to {size} bytes in {names}{aligned}",
        )
    return Address(value)


def check_ram_pointer(
    ram: Snapshot, field: str, address: int, value: int, *, size: int, align: int = 1
) -> Address:
    """:func:`check_pointer` for a target in EWRAM or IWRAM."""
    return check_pointer(ram, field, address, value, size=size, regions=RAM_REGIONS, align=align)
