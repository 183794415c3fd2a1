"""The data that mGBA appends to a raw state: headers up to one with tag 0, then their data.

A header has 16 bytes: ``u32`` tag, ``s32`` size, ``s64`` offset in the file. Source: mgba 0.10
``src/core/serialize.c``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from gbatool.core.protocol import RAW_STATE_SIZE

SCREENSHOT, SAVE_DATA, CLOCK = 1, 2, 4
EXTRA_HEADER = struct.Struct("<Iiq")
MAX_EXTRA_SIZE = 0x200000
"""Far above the largest save memory (128 KiB): bounds what a hostile file can inflate to."""
MAX_EXTRAS = 16


@dataclass(frozen=True, slots=True)
class Extra:
    """Data that mGBA stores beside the state: cheats (3), clock (4), metadata (0x100 and up)."""

    tag: int
    data: bytes


def pack_extras(extras: Sequence[Extra]) -> bytes:
    """What follows a raw state that has these extras; nothing if there are none."""
    if not extras:
        return b""
    start = RAW_STATE_SIZE + (len(extras) + 1) * EXTRA_HEADER.size
    headers = b""
    for extra in extras:
        headers += EXTRA_HEADER.pack(extra.tag, len(extra.data), start)
        start += len(extra.data)
    headers += EXTRA_HEADER.pack(0, 0, 0)
    return headers + b"".join(extra.data for extra in extras)


def unpack_extras(data: bytes) -> list[Extra]:
    """The extras behind a raw state.

    Args:
        data: The whole file, the raw state included.

    Raises:
        ValueError: What follows the state is not extra data, or is cut off.
    """
    extras: list[Extra] = []
    if len(data) == RAW_STATE_SIZE:
        return extras
    for index in range(MAX_EXTRAS + 1):
        offset = RAW_STATE_SIZE + index * EXTRA_HEADER.size
        if offset + EXTRA_HEADER.size > len(data):
            break
        tag, size, start = EXTRA_HEADER.unpack_from(data, offset)
        if tag == 0:
            return extras
        if not (0 <= size <= MAX_EXTRA_SIZE and RAW_STATE_SIZE < start <= len(data) - size):
            break
        extras.append(Extra(tag, data[start : start + size]))
    raise ValueError("no extra data, or cut off")
