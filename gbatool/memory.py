"""The bus: address ranges, checked addresses, and snapshots of RAM at one frame.

Scans and decoders read nothing but a :class:`Snapshot`. It refuses an access that is not completely
inside EWRAM, IWRAM or the ROM, so that an invalid pointer is an error that names the address and
never a wrong value.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.errors import OutOfRegionError

Bytes = npt.NDArray[np.uint8]
THUMB_BIT = 1
REGISTER_BYTES, VRAM_BYTES = 0x60, 0x18000


class Address(int):
    """A bus address; an ``int`` that prints as eight hex digits."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"0x{int(self):08X}"

    __str__ = __repr__

    def __add__(self, other: int) -> Address:
        return Address(int(self) + other)


class Region(Enum):
    """A memory region of the console.

    Attributes:
        base: First bus address.
        size: Greatest size in bytes; a ROM can be shorter.
        end: First bus address after it.
    """

    base: int
    size: int
    end: int

    EWRAM = (0x02000000, 0x40000)
    IWRAM = (0x03000000, 0x8000)
    ROM = (0x08000000, 0x2000000)

    def __init__(self, base: int, size: int) -> None:
        # Plain attributes: they are read at every memory access, and properties would take
        # longer than the rest of it.
        self.base, self.size, self.end = base, size, base + size

    def holds(self, address: int, size: int = 1) -> bool:
        """Whether ``size`` bytes from ``address`` on lie inside the region."""
        return self.base <= address and address + size <= self.end


EWRAM, IWRAM, ROM = Region.EWRAM, Region.IWRAM, Region.ROM
RAM_REGIONS = (EWRAM, IWRAM)


_BY_TOP_BYTE = {
    top: region for region in Region for top in range(region.base >> 24, (region.end - 1 >> 24) + 1)
}


def region_of(address: int) -> Region | None:
    """The region that holds ``address``, or None."""
    region = _BY_TOP_BYTE.get(address >> 24)
    return region if region is not None and region.holds(address) else None


def is_thumb_pointer(value: int, rom_size: int) -> bool:
    """Whether ``value`` could be a stored pointer to a Thumb function in a ROM of that size."""
    return bool(value & THUMB_BIT) and ROM.base <= value < ROM.base + rom_size


def packed(layout: np.dtype[Any], /, **values: int) -> bytes:
    """One record of a layout with these fields, everything else 0."""
    record = np.zeros((), layout)
    for name, value in values.items():
        record[name] = value
    return record.tobytes()


@dataclass(frozen=True, slots=True)
class Screen:
    """What the backgrounds of the screen are drawn from, at one frame.

    Attributes:
        vram: Tiles and tile maps, 96 KiB, ``uint8``.
        registers: The display registers from 0x04000000 on, ``uint16``.
    """

    vram: Bytes
    registers: npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """EWRAM, IWRAM and ROM at one frame.

    Attributes:
        ewram: 256 KiB, ``uint8``.
        iwram: 32 KiB, ``uint8``.
        rom: The ROM image, ``uint8``.
        frame: The core's frame counter.
        screen: Video memory; None where it was not taken along.

    The arrays may be live views of the emulator's memory (then they change when frames run) or a
    frozen copy; see ``Emulator.live`` and ``Emulator.snapshot``.
    """

    ewram: Bytes
    iwram: Bytes
    rom: Bytes
    frame: int = 0
    screen: Screen | None = None

    def region(self, region: Region) -> Bytes:
        """The bytes of one region."""
        if region is EWRAM:
            return self.ewram
        return self.iwram if region is IWRAM else self.rom

    def holds(self, address: int, size: int = 1) -> bool:
        """Whether ``size`` bytes from ``address`` on can be read."""
        region = region_of(address)
        return region is not None and address + size <= region.base + len(self.region(region))

    def read(self, address: int, size: int) -> Bytes:
        """A view of ``size`` bytes.

        Raises:
            OutOfRegionError: The range is not completely inside EWRAM, IWRAM or the ROM.
        """
        region = region_of(address)
        if region is not None and size >= 0:
            data = self.region(region)
            offset = address - region.base
            if offset + size <= len(data):
                return data[offset : offset + size]
        raise OutOfRegionError(
            f"0x{address:08X} (+{size} bytes) lies outside EWRAM, IWRAM and the ROM",
            address=f"0x{address:08X}",
            size=size,
        )

    def u8(self, address: int) -> int:
        """One unsigned byte."""
        return int(self.read(address, 1)[0])

    def u16(self, address: int) -> int:
        """One unsigned little-endian half-word; any alignment."""
        return int.from_bytes(self.read(address, 2).tobytes(), "little")

    def u32(self, address: int) -> int:
        """One unsigned little-endian word; any alignment."""
        return int.from_bytes(self.read(address, 4).tobytes(), "little")

    def s8(self, address: int) -> int:
        """One signed byte."""
        return int.from_bytes(self.read(address, 1).tobytes(), "little", signed=True)

    def s16(self, address: int) -> int:
        """One signed little-endian half-word."""
        return int.from_bytes(self.read(address, 2).tobytes(), "little", signed=True)

    def s32(self, address: int) -> int:
        """One signed little-endian word."""
        return int.from_bytes(self.read(address, 4).tobytes(), "little", signed=True)

    def record(self, address: int, layout: np.dtype[Any]) -> np.void:
        """One record of a structured dtype, copied.

        Raises:
            OutOfRegionError: The record is not completely inside a region.
        """
        data: np.void = np.frombuffer(self.read(address, layout.itemsize).tobytes(), layout)[0]
        return data

    def array(
        self, address: int, layout: np.dtype[Any] | type, shape: int | tuple[int, ...]
    ) -> Any:  # noqa: ANN401 - records force it
        """An array of records or numbers, copied.

        Raises:
            OutOfRegionError: The array is not completely inside a region.
        """
        dtype = np.dtype(layout)
        count = shape if isinstance(shape, int) else math.prod(shape)
        raw = self.read(address, count * dtype.itemsize).tobytes()
        return np.frombuffer(raw, dtype).reshape(shape)

    def words(self, region: Region, dtype: str = "<u4") -> npt.NDArray[Any]:
        """A whole region as aligned numbers of ``dtype``, without a copy."""
        data = self.region(region)
        width = np.dtype(dtype).itemsize
        return data[: len(data) // width * width].view(dtype)

    def ram_sha256(self) -> str:
        """Digest of EWRAM followed by IWRAM, lower-case hex."""
        digest = hashlib.sha256(self.ewram.tobytes())
        digest.update(self.iwram.tobytes())
        return digest.hexdigest()
