"""Writes that a probe makes on its branch, as values that can be handed around."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gbatool.core import Emulator


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes written to one address before the experiment runs."""

    address: int
    data: bytes

    def __call__(self, emulator: Emulator) -> None:
        """Do it."""
        emulator.write(self.address, self.data)


def write8(address: int, value: int) -> Write:
    """Write one byte."""
    return Write(address, bytes((value & 0xFF,)))


def write16(address: int, value: int) -> Write:
    """Write one little-endian half-word."""
    return Write(address, (value & 0xFFFF).to_bytes(2, "little"))


def write32(address: int, value: int) -> Write:
    """Write one little-endian word."""
    return Write(address, (value & 0xFFFFFFFF).to_bytes(4, "little"))


def writes(*parts: Callable[[Emulator], None]) -> Callable[[Emulator], None]:
    """Several writes, in this order."""

    def do(emulator: Emulator) -> None:
        for part in parts:
            part(emulator)

    return do
