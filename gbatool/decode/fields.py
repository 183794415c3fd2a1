"""Checked reads for decoders: a value is inside its domain, or an error names all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.engine.layouts import Dtype, entry_address, field_address, number_of
from gbatool.errors import DecodeError, OutOfRegionError
from gbatool.memory import RAM_REGIONS, ROM, Address, Region, Snapshot
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class Record:
    """A structure that was read. Errors name its fields and where they stand.

    Attributes:
        name: What errors call it, such as ``gTasks[3]``.
        address: Where it stands.
        layout: How it is laid out.
        values: Its fields.
    """

    name: str
    address: Address
    layout: Dtype
    values: np.void

    def __getitem__(self, field: str) -> int:
        """The value of a field that is one number."""
        return number_of(self.layout, field, int(self.values[field]))

    def data(self, field: str) -> bytes:
        """The bytes of a field."""
        data: bytes = self.values[field].tobytes()
        return data

    def array(self, field: str) -> list[int]:
        """The values of a field that is an array."""
        values: list[int] = self.values[field].tolist()
        return [number_of(self.layout, field, value) for value in values]

    def at(self, field: str, element: int = 0) -> Address:
        """Where a field stands, or one element of it."""
        return field_address(self.address, self.layout, field, element)

    def called(self, field: str) -> str:
        """What errors call a field: as the decompilations spell it."""
        first, *others = field.split("_")
        spelled = ("HP" if word == "hp" else word.capitalize() for word in others)
        return f"{self.name}.{first}{''.join(spelled)}"

    def check(self, field: str, low: int, high: int, *, called: str | None = None) -> int:
        """The value of a field, between ``low`` and ``high``, both included.

        Args:
            field: Its name in the layout.
            low: The least value.
            high: The greatest value.
            called: What errors call the field, where that isn't its name in the layout.

        Raises:
            DecodeError: It is another value.
        """
        return self.check_value(field, self[field], low, high, called=called)

    def check_value(
        self, field: str, value: int, low: int, high: int, *, called: str | None = None
    ) -> int:
        """:meth:`check` for a value that was made of what the field holds."""
        if not low <= value <= high:
            raise self.error(field, value, f"{low} to {high}", called=called)
        return value

    def check_element(self, field: str, element: int, low: int, high: int) -> int:
        """:meth:`check` for one element of a field that is an array."""
        name, value = f"{self.called(field)}[{element}]", self.array(field)[element]
        return check_range(name, self.at(field, element), value, low, high)

    def error(
        self,
        field: str,
        observed: object,
        expected: str,
        *,
        called: str | None = None,
        kind: type[DecodeError] = DecodeError,
    ) -> DecodeError:
        """The error that a field's value is."""
        name = self.called(field) if called is None else f"{self.name}.{called}"
        return kind(name, self.at(field), observed=observed, expected=expected)

    def pointer(
        self,
        ram: Snapshot,
        field: str,
        *,
        size: int,
        regions: Sequence[Region] = (ROM,),
        align: int = 1,
        called: str | None = None,
    ) -> Address:
        """What a field points to; see :func:`check_pointer`."""
        name = self.called(field) if called is None else f"{self.name}.{called}"
        return check_pointer(
            ram, name, self.at(field), self[field], size=size, regions=regions, align=align
        )


def read_record(ram: Snapshot, name: str, address: int, layout: Dtype) -> Record:
    """One structure.

    Raises:
        DecodeError: It doesn't lie whole in readable memory.
    """
    try:
        return Record(name, Address(address), layout, ram.record(address, layout))
    except OutOfRegionError as error:
        raise _unreadable(name, address, layout.itemsize) from error


def read_symbol(ram: Snapshot, profile: Profile, symbol: str, layout: Dtype) -> Record:
    """The structure at a symbol.

    Raises:
        DecodeError: It doesn't lie whole in readable memory.
        UnprovenSymbolError: The symbol is not proven in the profile.
    """
    return read_record(ram, symbol, profile.address(symbol), layout)


def read_entry(ram: Snapshot, profile: Profile, symbol: str, index: int, layout: Dtype) -> Record:
    """One structure of the array at a symbol. Raises as :func:`read_symbol` does."""
    address = entry_address(profile.address(symbol), layout, index)
    return read_record(ram, f"{symbol}[{index}]", address, layout)


def read_pointed(ram: Snapshot, profile: Profile, symbol: str, layout: Dtype) -> Record:
    """The structure in RAM that the pointer at a symbol leads to.

    Raises:
        DecodeError: It leads elsewhere.
        UnprovenSymbolError: The symbol is not proven in the profile.
    """
    at = profile.address(symbol)
    pointer = read_u32(ram, symbol, at)
    target = check_ram_pointer(ram, symbol, at, pointer, size=layout.itemsize, align=4)
    return read_record(ram, symbol, target, layout)


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


def read_u16(ram: Snapshot, field: str, address: int) -> int:
    """One half-word, as :func:`read_array` reads it."""
    return int(read_array(ram, field, address, np.dtype("<u2"), 1)[0])


def read_u32(ram: Snapshot, field: str, address: int) -> int:
    """One word, as :func:`read_array` reads it."""
    return int(read_array(ram, field, address, np.dtype("<u4"), 1)[0])


def read_byte(ram: Snapshot, profile: Profile, symbol: str, low: int, high: int) -> int:
    """The byte at a symbol, between ``low`` and ``high``, both included.

    Raises:
        DecodeError: It is another value.
        UnprovenSymbolError: The symbol is not proven in the profile.
    """
    at = profile.address(symbol)
    return check_range(symbol, at, read_u8(ram, symbol, at), low, high)


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
