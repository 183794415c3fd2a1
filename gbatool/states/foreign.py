"""Savestates of other programs: RetroArch's are mGBA's in a container, others are named and refused.

RetroArch writes ``RASTATE`` and a version byte, then blocks (four characters, ``u32`` size, data padded
to 8 bytes); the block ``MEM `` is what the core serialised, here mGBA's state with its extras. It may
compress the whole (``#RZIPv1#``: ``u32`` chunk size, ``u64`` size, then chunks of ``u32`` size and zlib
data). Sources: RetroArch ``tasks/task_save.c``, libretro-common ``streams/rzip_stream.c``; VBA-M
``src/core/gba/gba.cpp`` (gzip; ``u32`` version, title of the ROM).
"""

from __future__ import annotations

import struct
import zlib
from pathlib import PurePath

from gbatool.errors import StateFileError

RZIP_MAGIC, RASTATE_MAGIC = b"#RZIPv\x01#", b"RASTATE"
RASTATE_HEADER, BLOCK_HEADER, MEMORY_BLOCK = 8, 8, b"MEM "
MOST = 0x400000
"""A state with every extra has a fifth of that; bounds what a hostile file can inflate to."""
GZIP_MAGIC, GZIP = b"\x1f\x8b", 31
VBA_HEADER = struct.Struct("<I16s")
NEWEST_VBA = 32
INSTEAD = (
    "load it there, save in the game, and give the game's own save file: `gbatool state mint LABEL"
    " --save game.sav`"
)
BY_SUFFIX = {
    ".sgm": "a savestate of VisualBoyAdvance",
    ".sps": "a SharkPort file",
    ".sna": "a snapshot of no$gba",
    ".gsv": "a GameShark SP file",
}


def unwrapped(data: bytes, name: str) -> bytes:
    """What the core serialised, where RetroArch put a container around it; else the file itself.

    Raises:
        StateFileError: The container is damaged, or has no state in it.
    """
    try:
        if data.startswith(RZIP_MAGIC):
            data = _unzipped(data)
        if data.startswith(RASTATE_MAGIC):
            return _memory_block(data)
    except (struct.error, zlib.error, ValueError) as error:
        raise StateFileError(
            f"{name} is a damaged RetroArch state: {error}; copy it again or save a new state",
            file=name,
            problem="damaged_container",
        ) from error
    return data


def _unzipped(data: bytes) -> bytes:
    _, whole = struct.unpack_from("<IQ", data, len(RZIP_MAGIC))
    if whole > MOST:
        raise ValueError(f"it says that it holds {whole} bytes")
    at, parts, left = len(RZIP_MAGIC) + 12, [], whole
    while left:
        (size,) = struct.unpack_from("<I", data, at)
        inflater = zlib.decompressobj()
        part = inflater.decompress(data[at + 4 : at + 4 + size], left + 1)
        if not part or len(part) > left or not inflater.eof:
            raise ValueError(f"the chunk at byte {at} is not what its header says")
        parts.append(part)
        at, left = at + 4 + size, left - len(part)
    return b"".join(parts)


def _memory_block(data: bytes) -> bytes:
    at = RASTATE_HEADER
    while at + BLOCK_HEADER <= len(data):
        kind, size = struct.unpack_from("<4sI", data, at)
        at += BLOCK_HEADER
        if kind == MEMORY_BLOCK:
            if at + size > len(data):
                raise ValueError(f"its state has {len(data) - at} of {size} bytes")
            return data[at : at + size]
        at += (size + 7) & ~7
    raise ValueError("there is no state in it")


def other_program(data: bytes, name: str) -> str | None:
    """Whose state a file is, by its content or else its name; None if that is not known."""
    if data.startswith(GZIP_MAGIC):
        try:
            head = zlib.decompressobj(GZIP).decompress(data, VBA_HEADER.size)
            version, title = VBA_HEADER.unpack(head)
        except (struct.error, zlib.error):
            version, title = 0, b""
        if 0 < version <= NEWEST_VBA:
            game = title.split(b"\0", 1)[0].decode("ascii", "replace").strip()
            return f"a savestate of VisualBoyAdvance (format {version}) of {game or 'a game'}"
    if b"SharkPortSave" in data[:32]:
        return BY_SUFFIX[".sps"]
    if b"$gba" in data[:32].lower() or data.startswith(b"NocashGba"):
        return BY_SUFFIX[".sna"]
    return BY_SUFFIX.get(PurePath(name).suffix.lower())
