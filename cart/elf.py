"""As much of ELF as the build needs: sections, symbols, loadable bytes (32-bit, little-endian)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

SHT_PROGBITS, SHT_SYMTAB, SHT_NOBITS = 1, 2, 8
STT_OBJECT, STT_FUNC = 1, 2


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    kind: int
    address: int
    offset: int
    size: int
    link: int


@dataclass(frozen=True, slots=True)
class Symbol:
    name: str
    address: int
    size: int
    kind: int
    section: int


class Elf:
    """A relocatable or linked file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        start, count, names = (
            struct.unpack_from("<I", data, 0x20)[0],
            *struct.unpack_from("<HH", data, 0x30),
        )
        raw = [struct.unpack_from("<10I", data, start + 40 * i) for i in range(count)]
        strings = raw[names][4]
        self.sections = [
            Section(self._string(strings, r[0]), r[1], r[3], r[4], r[5], r[6]) for r in raw
        ]

    def _string(self, table: int, offset: int) -> str:
        end = self.data.index(0, table + offset)
        return self.data[table + offset : end].decode()

    def symbols(self) -> list[Symbol]:
        """All objects and functions."""
        out = []
        for table in (s for s in self.sections if s.kind == SHT_SYMTAB):
            strings = self.sections[table.link].offset
            for at in range(table.offset, table.offset + table.size, 16):
                name, value, size, info, _, section = struct.unpack_from("<IIIBBH", self.data, at)
                if info & 15 in (STT_OBJECT, STT_FUNC):
                    text = self._string(strings, name)
                    out.append(Symbol(text, value, size, info & 15, section))
        return out

    def rom(self, start: int) -> bytes:
        """The bytes that belong at ``start`` and after it."""
        image = bytearray()
        for section in self.sections:
            if section.kind == SHT_PROGBITS and section.address >= start and section.size:
                at = section.address - start
                image += bytes(max(0, at + section.size - len(image)))
                image[at : at + section.size] = self.data[
                    section.offset : section.offset + section.size
                ]
        return bytes(image)
