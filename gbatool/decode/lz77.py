"""Unpack data that is packed in the console's own LZ77 format (``LZ77UnCompVram`` of the BIOS).

A header of four bytes, 0x10 and the unpacked size, then groups of eight blocks behind a byte of
flags, highest bit first: a clear bit is one byte as it is, a set one a copy of 3 to 18 bytes from
1 to 4096 bytes back, which may overlap what it writes.
"""

from __future__ import annotations

from gbatool.engine.tilesets import LZ77_HEADER, LZ77_MARK, LZ77_NEAREST, LZ77_SHORTEST
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot, region_of


def unpack_lz77(ram: Snapshot, field: str, address: int, limit: int) -> bytes:
    """Unpack what stands at an address.

    Args:
        ram: The memory.
        field: What is unpacked, for the message.
        address: Bus address of the packed data.
        limit: Most bytes that it may unpack to.

    Raises:
        DecodeError: It isn't packed that way, is larger than ``limit``, refers to what lies before
            its beginning, or runs out of memory.
    """
    packed = _rest_of_memory(ram, address, LZ77_HEADER + limit + limit // 8 + 1)
    if len(packed) < LZ77_HEADER or packed[0] != LZ77_MARK:
        raise DecodeError(
            field,
            address,
            observed=packed[:LZ77_HEADER].hex() or "outside readable memory",
            expected=f"LZ77 data, which begins with 0x{LZ77_MARK:02X} and its unpacked size",
        )
    size = int.from_bytes(packed[1:LZ77_HEADER], "little")
    if not 0 < size <= limit:
        raise DecodeError(
            f"{field}.size", address + 1, observed=size, expected=f"1 to {limit} bytes"
        )
    try:
        return _unpack(packed, size)
    except _BadCopyError as error:
        raise DecodeError(
            field,
            address + error.at,
            observed=f"a copy from {error.distance} bytes back",
            expected=f"at most the {error.done} bytes that are unpacked by then",
        ) from error
    except IndexError as error:
        raise DecodeError(
            field,
            address,
            observed=f"{len(packed)} bytes, and the memory ends",
            expected=f"packed data that gives {size} bytes",
        ) from error


class _BadCopyError(Exception):
    def __init__(self, at: int, distance: int, done: int) -> None:
        super().__init__(at)
        self.at, self.distance, self.done = at, distance, done


def _unpack(packed: bytes, size: int) -> bytes:
    made = bytearray()
    at = LZ77_HEADER
    while True:
        flags = packed[at]
        at += 1
        for bit in range(7, -1, -1):
            if not flags >> bit & 1:
                made.append(packed[at])
                at += 1
            else:
                first, second = packed[at], packed[at + 1]
                distance = ((first & 0xF) << 8 | second) + LZ77_NEAREST
                if distance > len(made):
                    raise _BadCopyError(at, distance, len(made))
                for _ in range((first >> 4) + LZ77_SHORTEST):
                    made.append(made[-distance])
                at += 2
            if len(made) >= size:
                return bytes(made[:size])  # the last copy may be longer than what is needed


def _rest_of_memory(ram: Snapshot, address: int, most: int) -> bytes:
    region = region_of(address)
    if region is None:
        return b""
    start = address - region.base
    return ram.region(region)[start : start + most].tobytes()
