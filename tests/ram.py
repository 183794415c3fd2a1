"""Build a snapshot value by value, so that a test shows all its contents."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from gbatool.errors import OutOfRegionError
from gbatool.memory import (
    EWRAM,
    IWRAM,
    REGISTER_BYTES,
    ROM,
    VRAM_BYTES,
    Bytes,
    Screen,
    Snapshot,
    region_of,
)

ROM_SIZE = 0x10000


class RamBuilder:
    """EWRAM, IWRAM and a small ROM, all zero, to be filled by hand.

    Args:
        rom_size: Bytes of ROM; addresses from ``ROM.base`` up to this can be written too.

    >>> ram = RamBuilder().put(0x03000010, "iiI", 27, 23, 0x02010000).build()
    >>> ram.u32(0x03000010), ram.s32(0x03000014)
    (27, 23)
    """

    def __init__(self, rom_size: int = ROM_SIZE) -> None:
        self._bytes: dict[Any, Bytes] = {
            EWRAM: np.zeros(EWRAM.size, np.uint8),
            IWRAM: np.zeros(IWRAM.size, np.uint8),
            ROM: np.zeros(rom_size, np.uint8),
        }
        self._screen: Screen | None = None

    @classmethod
    def of(cls, ram: Snapshot) -> RamBuilder:
        """Start from a copy of a snapshot, to change a few bytes of it."""
        builder = cls(0)
        builder._bytes = {region: ram.region(region).copy() for region in (EWRAM, IWRAM, ROM)}
        return builder

    def write(self, address: int, data: bytes) -> RamBuilder:
        """Put raw bytes at a bus address."""
        region = region_of(address)
        if region is None or address - region.base + len(data) > len(self._bytes[region]):
            raise OutOfRegionError(f"0x{address:08X} (+{len(data)} bytes) can't be planted")
        offset = address - region.base
        self._bytes[region][offset : offset + len(data)] = np.frombuffer(data, np.uint8)
        return self

    def put(self, address: int, code: str, *values: int) -> RamBuilder:
        """Put little-endian values; ``code`` is a format of :mod:`struct`, such as ``"iiI"``."""
        return self.write(address, struct.pack(f"<{code}", *values))

    def record(self, address: int, layout: np.dtype[Any], /, **fields: object) -> RamBuilder:
        """Put one record of a structured dtype; fields that are not named become 0."""
        record = np.zeros((), layout)
        for name, value in fields.items():
            record[name] = value
        return self.write(address, record.tobytes())

    @property
    def screen(self) -> Screen:
        """Video memory, all zero at first; the snapshot has none unless this was asked for."""
        if self._screen is None:
            registers = np.zeros(REGISTER_BYTES // 2, np.uint16)
            self._screen = Screen(np.zeros(VRAM_BYTES, np.uint8), registers)
        return self._screen

    def build(self, frame: int = 0) -> Snapshot:
        """A snapshot with copies of the bytes: later writes don't change it."""
        ewram, iwram, rom = (self._bytes[region].copy() for region in (EWRAM, IWRAM, ROM))
        shown = self._screen
        screen = shown and Screen(shown.vram.copy(), shown.registers.copy())
        return Snapshot(ewram, iwram, rom, frame, screen)
