"""Cartridges with something more behind their last byte: tables that look like the true ones."""

from __future__ import annotations

from dataclasses import replace

from gbatool.core import open_emulator
from gbatool.memory import ROM, Address
from gbatool.scan.lab.laboratory import Lab
from tests.scan.staging import Derived

ALIGNMENT = 0x100


def with_table(derived: Derived, table: bytes) -> tuple[Lab, Address]:
    """A solved laboratory whose ROM has a table at its end, and other things behind that.

    Args:
        derived: The cartridge.
        table: What to put there.

    Returns:
        The laboratory, and where the table is.
    """
    data = derived.rom.data
    at = -(-len(data) // ALIGNMENT) * ALIGNMENT
    backwards = data.rstrip(b"\0")[::-1]  # texts that end, and no second table
    longer = replace(derived.rom, data=data.ljust(at, b"\0") + table + backwards)
    return derived.solved.on(open_emulator(longer)), Address(ROM.base + at)


def rom_bytes_at(derived: Derived, address: int, size: int) -> bytes:
    """Some of a cartridge's ROM."""
    return derived.rom.data[address - ROM.base :][:size]


def loads(address: int, times: int) -> bytes:
    """Code that loads an address so many times, from literals of its own."""
    return (b"\x00\x48\x00\x00" + int(address).to_bytes(4, "little")) * times
