"""Read and write PNG files chunk by chunk, as far as savestates and their pictures need.

mGBA's window stores a state inside a PNG so that a file manager shows the screen. Source of the
layout: mgba 0.10 ``src/core/serialize.c`` and ``src/util/png-io.c``.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from gbatool.core.protocol import SCREEN_HEIGHT, SCREEN_WIDTH, Pixels

SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB_8_BIT = (8, 2, 0, 0, 0)
"""Bit depth, colour type, compression, filter, interlace: the only format that mGBA 0.10 reads."""
LEVEL = 9
"""Compression level; a fixed one, so that the same data always gives the same bytes."""
MAX_CHUNKS = 1000
"""A picture of the screen has 16 at most, and a state's extra data as many."""


class Chunk(NamedTuple):
    """One PNG chunk."""

    kind: bytes
    data: bytes


class DamagedPngError(ValueError):
    """The chunks are not valid; the message says which and why."""


def read_chunks(data: bytes) -> Iterator[Chunk]:
    """Yield every chunk up to IEND, each with its checksum verified.

    Raises:
        DamagedPngError: The file is cut off, a chunk's checksum is wrong, or there are too many.
    """
    offset = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        if offset + 12 > len(data):
            raise DamagedPngError(f"it is cut off after {len(data)} bytes, before its last chunk")
        size, kind = struct.unpack_from(">I4s", data, offset)
        end = offset + 8 + size
        if end + 4 > len(data):
            raise DamagedPngError(
                f"it is cut off after {len(data)} bytes, inside chunk {_name(kind)}"
            )
        body = data[offset + 8 : end]
        if zlib.crc32(body, zlib.crc32(kind)) != int.from_bytes(data[end : end + 4], "big"):
            raise DamagedPngError(f"the checksum of chunk {_name(kind)} at byte {offset} is wrong")
        yield Chunk(kind, body)
        if kind == b"IEND":
            return
        offset = end + 4
    raise DamagedPngError(f"it has more than {MAX_CHUNKS} chunks")


def _name(kind: bytes) -> str:
    return kind.decode("ascii", "replace")


def write_chunks(chunks: Iterable[Chunk]) -> bytes:
    """A PNG file of these chunks; the last one must be IEND."""
    parts = [SIGNATURE]
    for kind, body in chunks:
        checksum = zlib.crc32(body, zlib.crc32(kind))
        parts += [struct.pack(">I", len(body)), kind, body, struct.pack(">I", checksum)]
    return b"".join(parts)


def encode_picture(pixels: Pixels) -> bytes:
    """A PNG image of a framebuffer; the same pixels always give the same bytes.

    Args:
        pixels: ``uint8`` of shape (height, width, 3), RGB.
    """
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with filter type 0
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    header = struct.pack(">II5B", width, height, *RGB_8_BIT)
    body = zlib.compress(rows.tobytes(), LEVEL)
    return write_chunks([Chunk(b"IHDR", header), Chunk(b"IDAT", body), Chunk(b"IEND", b"")])


def picture_of(chunks: Iterable[Chunk]) -> bytes | None:
    """The image of a file as a PNG without other chunks; None if it isn't a 240x160 RGB image."""
    kept = [chunk for chunk in chunks if chunk.kind in (b"IHDR", b"IDAT", b"IEND")]
    screen = struct.pack(">II5B", SCREEN_WIDTH, SCREEN_HEIGHT, *RGB_8_BIT)
    return write_chunks(kept) if kept[0] == Chunk(b"IHDR", screen) else None
