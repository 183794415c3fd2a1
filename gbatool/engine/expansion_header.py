"""The header in which pokeemerald-expansion tells its version and how much of everything it has.

It lies behind the game header since release 1.7, and is only ever appended to. Source:
``src/rom_header_rhh.c`` of rh-hideout/pokeemerald-expansion. Everything read here is a *proposal*: a
developer can add moves and leave the numbers, and many games that began as that engine went on from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gbatool.engine.layouts import struct
from gbatool.engine.rom_header import rom_pointer
from gbatool.memory import ROM, Address

EXPANSION_MAGIC = b"RHHEXP"
EXPANSION_HEADER = struct(
    0x18,
    magic=(0, "S6"),
    major=(6, "u1"),
    minor=(7, "u1"),
    patch=(8, "u1"),
    flags=(9, "u1"),
    moves=(0xA, "<u2"),
    species=(0xC, "<u2"),
    abilities=(0xE, "<u2"),
    ability_table=(0x10, "<u4"),
    items=(0x14, "<u2"),
    item_name_length=(0x16, "u1"),
)
EXPANSION_TAGGED = 1 << 0
FIRST_EXPANSION_SIZE = 0xA
"""The magic, version and flags, which the header had from the beginning."""
EXPANSION_COUNTS = ("moves", "species", "abilities")


@dataclass(frozen=True, slots=True)
class ExpansionHeader:
    """What pokeemerald-expansion's header proposes; nothing of it is proven.

    Attributes:
        at: Where the header is.
        version: Major, minor and patch number.
        tagged: Whether it was built from a release, and not from the work on the next one.
        moves: Number of moves; None, as the next ones, in a header that ends before it.
        species: Number of species, forms included.
        abilities: Number of abilities.
        ability_table: Where the abilities are described.
        items: Number of items.
        item_name_length: Greatest length of an item's name in characters.
    """

    at: Address
    version: tuple[int, int, int]
    tagged: bool
    moves: int | None
    species: int | None
    abilities: int | None
    ability_table: Address | None
    items: int | None
    item_name_length: int | None


def read_expansion_header(rom: bytes) -> ExpansionHeader | None:
    """The header of pokeemerald-expansion, wherever in the ROM image it is, or None.

    Only its magic tells it, so the first one with a version from 1 on is taken. 1.7 ended before the
    counts: all of them are None where one of moves, species and abilities is 0, or the pointer beside
    them doesn't lead into the ROM.
    """
    return next(_expansion_headers(rom), None)


def _expansion_headers(rom: bytes) -> Iterator[ExpansionHeader]:
    offset = rom.find(EXPANSION_MAGIC)
    while offset >= 0:
        raw = rom[offset : offset + EXPANSION_HEADER.itemsize]
        if offset % 4 == 0 and len(raw) >= FIRST_EXPANSION_SIZE and raw[len(EXPANSION_MAGIC)]:
            yield _expansion_header(rom, offset, raw)
        offset = rom.find(EXPANSION_MAGIC, offset + 1)


def _expansion_header(rom: bytes, offset: int, raw: bytes) -> ExpansionHeader:
    record = np.frombuffer(raw.ljust(EXPANSION_HEADER.itemsize, b"\0"), EXPANSION_HEADER)[0]
    abilities = rom_pointer(rom, int(record["ability_table"]))
    complete = abilities is not None and all(record[field] for field in EXPANSION_COUNTS)

    def count(field: str) -> int | None:
        return int(record[field]) or None if complete else None

    return ExpansionHeader(
        at=Address(ROM.base + offset),
        version=(int(record["major"]), int(record["minor"]), int(record["patch"])),
        tagged=bool(int(record["flags"]) & EXPANSION_TAGGED),
        moves=count("moves"),
        species=count("species"),
        abilities=count("abilities"),
        ability_table=abilities if complete else None,
        items=count("items"),
        item_name_length=count("item_name_length"),
    )
