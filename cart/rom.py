"""The finished ROM image: header fields and padding. The logo area stays zero."""

from __future__ import annotations

from cart.elf import Elf

TITLE, CODE, MAKER = b"MOSSVALE", b"ZMVE", b"GT"


def finish(image: bytes) -> bytes:
    """The ROM of a linked image, padded to a multiple of 4 KiB."""
    rom = bytearray(Elf(image).rom(0x08000000))
    rom[0xA0:0xB2] = TITLE.ljust(12, b"\0") + CODE + MAKER
    rom[0xB2] = 0x96
    rom[0xBC] = 0
    rom[0xBD] = -(sum(rom[0xA0:0xBD]) + 0x19) & 0xFF
    rom += bytes(-len(rom) % 0x1000)
    return bytes(rom)
