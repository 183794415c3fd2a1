"""Check whether a number can be the address of a symbol, and say why not."""

from __future__ import annotations

from gbatool.memory import EWRAM, IWRAM, ROM, THUMB_BIT, Region, region_of
from gbatool.profile.names import Place, facts_of

MIRRORS = (0x0A000000, 0x0C000000)
"""Bases of the ROM's mirrors on the bus (wait states 1 and 2)."""
EXPECTED = (
    f"an address in EWRAM (0x{EWRAM.base:08X} to 0x{EWRAM.end - 1:08X}),"
    f" IWRAM (0x{IWRAM.base:08X} to 0x{IWRAM.end - 1:08X})"
    f" or ROM (0x{ROM.base:08X} up)"
)


def address_problem(name: str, address: int, size: int, rom_size: int) -> str | None:
    """Say why a symbol can't have an address.

    Args:
        name: The symbol; its type decides region and alignment.
        address: The bus address in question.
        size: The symbol's size in bytes; 0 when not known.
        rom_size: Bytes of the ROM image.

    Returns:
        A sentence that begins with the address, or None when the address is possible.

    >>> address_problem("gMain", 0x030030F0, 0x43C, 0x1000000) is None
    True
    >>> address_problem("gMain", 0x030030F2, 0x43C, 0x1000000)
    '0x030030F2 is not a multiple of 4, as the address of gMain is'
    """
    region = region_of(address)
    if region is None:
        return f"{_shown(address)} is not {EXPECTED}{_hint(address, rom_size)}"
    return (
        _wrong_place(name, address, region)
        or _wrong_alignment(name, address)
        or _too_long(address, size, region, rom_size)
    )


def _shown(address: int) -> str:
    return f"0x{address:08X}" if address else "0x0"


def _hint(address: int, rom_size: int) -> str:
    if address == 0:
        return "; a symbol that was not found goes under `unresolved`"
    for mirror in MIRRORS:
        if mirror <= address < mirror + ROM.size:
            return f"; this mirrors the ROM: write 0x{address - mirror + ROM.base:08X}"
    if address > 0xFFFFFFFF:
        return "; it has more than eight hex digits"
    if EWRAM.end <= address < IWRAM.base or IWRAM.end <= address < 0x04000000:
        region = EWRAM if address < IWRAM.base else IWRAM
        return f"; this mirrors {region.name}: write 0x{region.base + address % region.size:08X}"
    if address < rom_size:
        return f"; if it is an offset in the ROM file, write 0x{ROM.base + address:08X}"
    return ""


def _wrong_place(name: str, address: int, region: Region) -> str | None:
    place = facts_of(name).place
    if place is Place.ANYWHERE or (place is Place.ROM) == (region is ROM):
        return None
    return f"0x{address:08X} lies in {region.name}, but {name} lies in {place.value}"


def _wrong_alignment(name: str, address: int) -> str | None:
    facts = facts_of(name)
    if address % facts.alignment == 0:
        return None
    if facts.function and region_of(address) is ROM:
        return (
            f"0x{address:08X} is odd: a pointer to the function {name} has the Thumb bit,"
            f" its address does not; write 0x{address & ~THUMB_BIT:08X}"
        )
    return f"0x{address:08X} is not a multiple of {facts.alignment}, as the address of {name} is"


def _too_long(address: int, size: int, region: Region, rom_size: int) -> str | None:
    end = region.base + rom_size if region is ROM else region.end
    if address + max(size, 1) <= end:
        return None
    what = "the ROM image" if region is ROM else region.name
    return (
        f"0x{address:08X} with 0x{size:X} bytes goes past the end of {what},"
        f" whose last byte is at 0x{end - 1:08X}"
    )
