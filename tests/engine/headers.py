"""ROM images with headers of the tests' own, which describe no game."""

from __future__ import annotations

import struct
from dataclasses import asdict, fields

import numpy as np

from gbatool.engine import rom_header as rh
from gbatool.memory import ROM, Address

SIZE = 0x1000
"""Of a whole image; pointers lead into it."""


def an_address(offset: int = 0x800) -> Address:
    return Address(ROM.base + offset)


def a_game_header(name: str = "pokemon test version") -> rh.GameHeader:
    """A header in which every field has a value of its own."""
    tables = [an_address(0x800 + 4 * number) for number in range(len(fields(rh.GameTables)))]
    return rh.GameHeader(
        version=9,
        language=2,
        name=name,
        tables=rh.GameTables(*tables),
        save=rh.SaveFields(
            block1_size=0x3D00,
            block2_size=0xF00,
            **{field: 0x20 + 4 * n for n, field in enumerate((rh.SAVE.names or ())[2:])},
        ),
        flags=rh.FlagNumbers(1, 2, 3, 4, 5),
        name_lengths=rh.NameLengths(7, 8, 10),
        capacities=rh.Capacities(30, 31, 32, 33, 34, 35),
        national_dex_count=386,
        assistant=None,
    )


def packed_header(header: rh.GameHeader) -> bytes:
    """The bytes that a header has in the ROM."""
    data = np.zeros(rh.GAME_HEADER_SIZE, np.uint8)
    own = data.view(rh.GAME_HEADER)[0]
    own["version"], own["language"], own["name"] = header.version, header.language, header.name
    own["national_dex_count"] = header.national_dex_count
    groups = (
        (rh.TABLES, header.tables),
        (rh.SAVE, header.save),
        (rh.FLAG_NUMBERS, header.flags),
        (rh.NAME_LENGTHS, header.name_lengths),
        (rh.CAPACITIES, header.capacities),
    )
    for layout, group in groups:
        record = data.view(layout)[0]
        for field, value in asdict(group).items():
            record[field] = value or 0
    if header.assistant is not None:
        words = data.view(rh.ASSISTANT)[0]
        words["first"], words["second"] = rh.ASSISTANT_WORDS
        words["pointer"] = header.assistant
    return data.tobytes()


def packed_expansion(
    version: tuple[int, int, int] = (1, 16, 2), *, flags: int = 0, table: int = 0x900
) -> bytes:
    """pokeemerald-expansion's header with the counts of 1.16."""
    return struct.pack(
        "<6s4B3HIHBx", b"RHHEXP", *version, flags, 848, 1573, 319, ROM.base + table, 874, 20
    )


def rom_image(
    header: rh.GameHeader | None = None,
    expansion: bytes = b"",
    *,
    at: int = 0x204,
    size: int = SIZE,
    code: str = "ZTNE",
    revision: int = 0,
) -> bytes:
    """A cartridge header and those that are given, the rest zeros."""
    data = bytearray(size)
    data[0xA0:0xB2] = f"{'TEST GAME':\0<12}{code}01".encode()
    data[0xB2], data[0xBC] = 0x96, revision
    if header:
        data[0x100:0x204] = packed_header(header)
    data[at : at + len(expansion)] = expansion
    return bytes(data)
