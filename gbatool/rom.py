"""A ROM image: header, digests, and reading its file."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gbatool.errors import NotARomError
from gbatool.files import read_file
from gbatool.memory import ROM

HEADER_SIZE = 0xC0
FIXED_BYTE_OFFSET, FIXED_BYTE = 0xB2, 0x96
CHECKSUM_START, CHECKSUM_OFFSET = 0xA0, 0xBD
MAX_ARCHIVE = ROM.size + (1 << 20)
"""Bytes of a zip: a ROM that can't be compressed, and papers beside it."""
ZIP_MAGIC = b"PK\x03\x04"
KNOWN_WRONG_FILES = (
    (b"\x89PNG", "a PNG image"),
    (ZIP_MAGIC, "a ZIP archive; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"\x1f\x8b", "a gzip file; unpack it first"),
    (b"\x7fELF", "an ELF file; give the .gba image made from it"),
    (b"NES\x1a", "a NES ROM"),
)


def header_text(raw: bytes) -> str:
    """A text field of a ROM header: ASCII up to the first zero byte, outer spaces removed."""
    return raw.split(b"\0", 1)[0].decode("ascii", "replace").strip()


@dataclass(frozen=True)
class Rom:
    """A Game Boy Advance ROM image.

    Attributes:
        data: The whole image.
        name: Its name in messages: the file's name, never a path.
        base_sha1: SHA-1 of the ROM that was patched to make it; None if it was not.
    """

    data: bytes
    name: str
    base_sha1: str | None = None

    @property
    def title(self) -> str:
        """Up to 12 characters at 0xA0."""
        return header_text(self.data[0xA0:0xAC])

    @property
    def game_code(self) -> str:
        """Four characters at 0xAC; the last one is the language."""
        return header_text(self.data[0xAC:0xB0])

    @property
    def maker_code(self) -> str:
        """Two characters at 0xB0."""
        return header_text(self.data[0xB0:0xB2])

    @property
    def revision(self) -> int:
        """The software version byte at 0xBC."""
        return self.data[0xBC]

    @property
    def header_checksum(self) -> int:
        """The checksum byte at 0xBD."""
        return self.data[CHECKSUM_OFFSET]

    @property
    def computed_header_checksum(self) -> int:
        """The checksum computed from the header, which the byte at 0xBD should equal."""
        return (-sum(self.data[CHECKSUM_START:CHECKSUM_OFFSET]) - 0x19) & 0xFF

    @cached_property
    def sha1(self) -> str:
        """SHA-1 of the whole image, lower-case hex."""
        return hashlib.sha1(self.data, usedforsecurity=False).hexdigest()

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the whole image, lower-case hex."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def crc32(self) -> int:
        """CRC-32 of the whole image, which mGBA stores in each savestate."""
        return zlib.crc32(self.data)


def check_is_rom(data: bytes, name: str) -> None:
    """Refuse data that is not a Game Boy Advance ROM.

    Raises:
        NotARomError: It is not one; says what it is, if that is known.
    """
    for magic, what in KNOWN_WRONG_FILES:
        if data.startswith(magic):
            raise NotARomError(
                f"{name} is {what}, not a Game Boy Advance ROM", file=name, found=what
            )
    if len(data) < HEADER_SIZE:
        raise NotARomError(
            f"{name} has {len(data)} bytes; a Game Boy Advance ROM has at least {HEADER_SIZE}",
            file=name,
            size=len(data),
        )
    if len(data) > ROM.size:
        raise NotARomError(
            f"{name} has {len(data)} bytes; a Game Boy Advance ROM has at most {ROM.size}",
            file=name,
            size=len(data),
        )
    if data[FIXED_BYTE_OFFSET] != FIXED_BYTE:
        raise NotARomError(
            f"{name} is not a Game Boy Advance ROM: its header has 0x{data[FIXED_BYTE_OFFSET]:02X}"
            f" at 0x{FIXED_BYTE_OFFSET:X}, every cartridge has 0x{FIXED_BYTE:02X} there",
            file=name,
            observed=f"0x{data[FIXED_BYTE_OFFSET]:02X}",
            expected=f"0x{FIXED_BYTE:02X}",
        )


def load_rom(path: Path, patch: Path | None = None) -> Rom:
    """Read and check a ROM file, or the one ROM in a zip archive.

    Args:
        path: The file.
        patch: An IPS, UPS or BPS patch to apply in memory; no file is written.

    Raises:
        FileProblemError: A file can't be read.
        NotARomError: It is not a Game Boy Advance ROM, or an archive without exactly one.
        PatchError: The patch is damaged, or was made for another ROM.
    """
    limit = MAX_ARCHIVE if path.suffix.lower() == ".zip" else ROM.size
    data, name = read_file(path, "ROM", limit), path.name
    if data.startswith(ZIP_MAGIC):
        from gbatool.images.archive import rom_in_zip

        data, name = rom_in_zip(data, name, _looks_like_rom, HEADER_SIZE, ROM.size)
    check_is_rom(data, name)
    rom = Rom(data, name)
    return rom if patch is None else patched(rom, read_file(patch, "patch", ROM.size), patch.name)


def _looks_like_rom(head: bytes) -> bool:
    return head[FIXED_BYTE_OFFSET] == FIXED_BYTE


def patched(rom: Rom, patch: bytes, name: str) -> Rom:
    """The ROM that a patch makes of another.

    Args:
        rom: The base.
        patch: The patch's file.
        name: Its name in messages.

    Raises:
        PatchError: It is damaged, or was made for another ROM.
        NotARomError: The result is no Game Boy Advance ROM.
    """
    from gbatool.images.patch import apply_patch

    data = apply_patch(rom.data, patch, name, ROM.size)
    called = f"{rom.name} patched by {name}"
    check_is_rom(data, called)
    return Rom(data, called, rom.base_sha1 or rom.sha1)
