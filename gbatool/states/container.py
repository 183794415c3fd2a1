"""Read and write savestate files: raw mGBA states and the PNG states of mGBA's own window.

States that RetroArch wrote are read as well, see ``foreign``.

A raw file is the core's serialisation (397,312 bytes), then, if there is any, extra data: headers
of 16 bytes (``u32`` tag, ``s32`` size, ``s64`` offset in the file) up to one with tag 0, then the
data. A PNG file (``.ss0`` to ``.ss9``) is a picture of the screen with the serialisation deflated
in a chunk ``gbAs`` and each extra in a chunk ``gbAx`` (``u32`` tag, ``u32`` size, deflated data).
Source: mgba 0.10 ``src/core/serialize.c``, ``include/mgba/internal/gba/serialize.h``.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import numpy as np

from gbatool.core.protocol import RAW_STATE_SIZE, EmulatorState
from gbatool.core.state_extras import (
    MAX_EXTRA_SIZE,
    MAX_EXTRAS,
    SAVE_DATA,
    SCREENSHOT,
    Extra,
    pack_extras,
    unpack_extras,
)
from gbatool.errors import StateFileError
from gbatool.files import MAX_STATE, read_file, write_atomically
from gbatool.memory import EWRAM, IWRAM, REGISTER_BYTES, VRAM_BYTES, Screen, Snapshot
from gbatool.reading import inflate
from gbatool.rom import (
    FIXED_BYTE,
    FIXED_BYTE_OFFSET,
    KNOWN_WRONG_FILES,
    Rom,
    header_text,
)
from gbatool.states import png
from gbatool.states.foreign import INSTEAD, other_program, unwrapped
from gbatool.states.png import Chunk, DamagedPngError

GBA_MAGIC, GB_MAGIC, VERSION_MASK = 0x01000000, 0x00400000, 0xFF
STATE_VERSION = 7
"""What mGBA 0.10.0 to 0.10.5 write. The core answers True to older ones, whose fields differ."""
WRITERS = {1: "0.5", 2: "0.6 or 0.7", 3: "0.8", 4: "0.9"}
WRITER_BETWEEN, WRITER_AFTER = "between 0.9 and 0.10", "newer than 0.10"

CRC_OFFSET, TITLE_OFFSET, CODE_OFFSET, SAVE_TYPE_OFFSET = 0x8, 0x10, 0x1C, 0x2E0
FRAME_OFFSET, IWRAM_OFFSET, EWRAM_OFFSET = 0x1FC, 0x19000, 0x21000
REGISTERS_OFFSET, VRAM_OFFSET = 0x400, 0x1000

SAVE_SIZES = {0x200: "EEPROM", 0x2000: "EEPROM", 0x8000: "SRAM", 0x10000: "flash", 0x20000: "flash"}
PNG_NAME = re.compile(r"\.(ss[0-9]|png)$", re.IGNORECASE)


class Container(str, Enum):
    """The two kinds of savestate file."""

    RAW = "raw"
    PNG = "png"

    @classmethod
    def of_name(cls, path: Path) -> Container:
        """The kind for a file of that name: PNG for ``.ss0`` to ``.ss9`` and ``.png``."""
        return cls.PNG if PNG_NAME.search(path.name) else cls.RAW


@dataclass(frozen=True, slots=True)
class SavedState:
    """The contents of a savestate file.

    Attributes:
        raw: The core's serialisation, 397,312 bytes.
        save_data: The cartridge's save memory, None when the file has none.
        picture: A PNG image of the screen (240x160 RGB), None when the file has none.
        container: The kind of file that it was read from or is to be written to.
        extras: The other extra data of the file, unchanged.
    """

    raw: bytes
    save_data: bytes | None = None
    picture: bytes | None = None
    container: Container = Container.RAW
    extras: tuple[Extra, ...] = ()

    def _u32(self, offset: int) -> int:
        return int.from_bytes(self.raw[offset : offset + 4], "little")

    @property
    def version(self) -> int:
        """The version of mGBA's format."""
        return self._u32(0) & VERSION_MASK

    @property
    def rom_crc32(self) -> int:
        """CRC-32 of the ROM file that ran."""
        return self._u32(CRC_OFFSET)

    @property
    def title(self) -> str:
        """The title in the header of the ROM that ran."""
        return header_text(self.raw[TITLE_OFFSET:CODE_OFFSET])

    @property
    def game_code(self) -> str:
        """The game code in the header of the ROM that ran."""
        return header_text(self.raw[CODE_OFFSET : CODE_OFFSET + 4])

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return self._u32(FRAME_OFFSET)

    @property
    def ram_sha256(self) -> str:
        """Digest of EWRAM followed by IWRAM, as in a pinned state."""
        digest = hashlib.sha256(self.raw[EWRAM_OFFSET:])
        digest.update(self.raw[IWRAM_OFFSET:EWRAM_OFFSET])
        return digest.hexdigest()

    def emulator_state(self) -> EmulatorState:
        """The state in the form that a core loads, with no button held."""
        return EmulatorState(np.frombuffer(self.raw, np.uint8))

    def snapshot(self, rom: Rom) -> Snapshot:
        """RAM and video memory as they are once the state is loaded; needs no emulator."""
        raw = np.frombuffer(self.raw, np.uint8)
        return Snapshot(
            ewram=raw[EWRAM_OFFSET : EWRAM_OFFSET + EWRAM.size],
            iwram=raw[IWRAM_OFFSET : IWRAM_OFFSET + IWRAM.size],
            rom=np.frombuffer(rom.data, np.uint8),
            frame=self.frame,
            screen=Screen(
                vram=raw[VRAM_OFFSET : VRAM_OFFSET + VRAM_BYTES],
                registers=raw[REGISTERS_OFFSET : REGISTERS_OFFSET + REGISTER_BYTES].view("<u2"),
            ),
        )


def read_state(path: Path) -> SavedState:
    """Read a savestate file of either kind.

    Raises:
        FileProblemError: It is missing, a folder, or not readable.
        StateFileError: It is something else, damaged, or of another core.
    """
    return parse_state(read_file(path, "savestate", MAX_STATE), path.name)


def parse_state(data: bytes, name: str) -> SavedState:
    """Parse a savestate file.

    Args:
        data: The whole file.
        name: Its name in messages.

    Raises:
        StateFileError: It is something else, damaged, or of another core.
    """
    data = unwrapped(data, name)
    if data.startswith(png.SIGNATURE):
        return _parse_png(data, name)
    _check_magic(data, name)
    if len(data) < RAW_STATE_SIZE:
        raise StateFileError(
            f"{name} is cut off: a raw mGBA state has {RAW_STATE_SIZE} bytes, this file has"
            f" {len(data)}; copy it again or save a new state",
            file=name,
            problem="truncated",
            observed=len(data),
            expected=RAW_STATE_SIZE,
        )
    return _sorted_out(data[:RAW_STATE_SIZE], _raw_extras(data, name), Container.RAW, None)


def _sorted_out(
    raw: bytes, extras: Iterable[Extra], container: Container, picture: bytes | None
) -> SavedState:
    """Separate the save data from the other extras; the last one of a tag is used, as in mGBA."""
    by_tag = {extra.tag: extra for extra in extras}
    by_tag.pop(SCREENSHOT, None)
    save_data = by_tag.pop(SAVE_DATA, None)
    others = tuple(by_tag[tag] for tag in sorted(by_tag))
    return SavedState(raw, save_data.data if save_data else None, picture, container, others)


def _check_magic(raw: bytes, name: str) -> None:
    """Refuse data that is not a Game Boy Advance state of the core's format version."""
    magic = int.from_bytes(raw[:4], "little") if len(raw) >= 4 else 0
    kind, version = magic & ~VERSION_MASK, magic & VERSION_MASK
    if kind == GB_MAGIC:
        raise StateFileError(
            f"{name} is a state of a Game Boy game; gbatool runs Game Boy Advance games",
            file=name,
            problem="game_boy",
        )
    if kind != GBA_MAGIC:
        other = other_program(raw, name)
        what = _what_it_is(raw) if other is None else f"it is {other}; {INSTEAD}"
        raise StateFileError(
            f"{name} is not an mGBA savestate: {what}", file=name, problem="not_a_state", found=what
        )
    if version != STATE_VERSION:
        other = WRITER_AFTER if version > STATE_VERSION else WRITER_BETWEEN
        writer = WRITERS.get(version, other)
        raise StateFileError(
            f"{name} was written by another mGBA: its format is version {version} (mGBA {writer}),"
            f" the core here has version {STATE_VERSION} (mGBA 0.10); make the state again with"
            " mGBA 0.10",
            file=name,
            problem="other_core",
            observed=version,
            expected=STATE_VERSION,
        )


def _what_it_is(data: bytes) -> str:
    """Describe a file that is not a state by its first bytes or its size."""
    if not data:
        return "it is empty"
    for magic, what in KNOWN_WRONG_FILES:
        if data.startswith(magic):
            return f"it is {what}"
    if len(data) > FIXED_BYTE_OFFSET and data[FIXED_BYTE_OFFSET] == FIXED_BYTE:
        return "it is a Game Boy Advance ROM; give that with --rom"
    if len(data) in SAVE_SIZES:
        return "it has the size of a game's own save file (.sav); give a savestate"
    return f"it begins with {data[:4].hex(' ')}, a state with {GBA_MAGIC.to_bytes(4, 'little').hex(' ')}"


def _raw_extras(data: bytes, name: str) -> list[Extra]:
    """The extra data that follows a raw state, if any.

    Raises:
        StateFileError: What follows is not extra data, or is cut off.
    """
    try:
        return unpack_extras(data)
    except ValueError as error:
        raise StateFileError(
            f"{name} has {len(data)} bytes; a raw mGBA state has {RAW_STATE_SIZE}, and what follows"
            " here is not mGBA's extra data, or it is cut off",
            file=name,
            problem="wrong_size",
            observed=len(data),
            expected=RAW_STATE_SIZE,
        ) from error


def _parse_png(data: bytes, name: str) -> SavedState:
    try:
        chunks = list(png.read_chunks(data))
    except DamagedPngError as error:
        raise StateFileError(
            f"{name} is a damaged PNG: {error}; copy it again or save a new state",
            file=name,
            problem="damaged_png",
        ) from error
    states = [chunk.data for chunk in chunks if chunk.kind == b"gbAs"]
    if not states:
        raise StateFileError(
            f"{name} is a PNG image without a savestate in it (a screenshot?); give a file that"
            " mGBA saved as .ss0 to .ss9",
            file=name,
            problem="no_state_in_png",
        )
    raw = _inflate(states[-1], RAW_STATE_SIZE, name, "the state")
    _check_magic(raw, name)
    if len(raw) != RAW_STATE_SIZE:
        raise _bad_stream(name, "the state", f"{len(raw)} bytes instead of {RAW_STATE_SIZE}")
    packed = [chunk.data for chunk in chunks if chunk.kind == b"gbAx"]
    if len(packed) > MAX_EXTRAS:
        raise _bad_stream(name, "its extra data", f"{len(packed)} parts, {MAX_EXTRAS} at most")
    extras = [_png_extra(body, name) for body in packed]
    return _sorted_out(raw, extras, Container.PNG, png.picture_of(chunks))


def _png_extra(body: bytes, name: str) -> Extra:
    if len(body) < 8:
        raise _bad_stream(name, "an extra", f"a header of {len(body)} bytes instead of 8")
    tag, size = struct.unpack_from("<II", body)
    if size > MAX_EXTRA_SIZE:
        raise _bad_stream(name, f"extra {tag}", f"a size of {size} bytes")
    data = _inflate(body[8:], size, name, f"extra {tag}")
    if len(data) != size:
        raise _bad_stream(name, f"extra {tag}", f"{len(data)} bytes instead of {size}")
    return Extra(tag, data)


def _inflate(stream: bytes, limit: int, name: str, part: str) -> bytes:
    try:
        return inflate(stream, limit)
    except ValueError as error:
        raise _bad_stream(name, part, str(error)) from error


def _bad_stream(name: str, part: str, found: str) -> StateFileError:
    return StateFileError(
        f"{name} is damaged: {part} in it is {found}; save a new state",
        file=name,
        problem="damaged_stream",
        part=part,
        found=found,
    )


def encode_state(state: SavedState) -> bytes:
    """The file of a state, in its ``container``; the same state always gives the same bytes.

    Raises:
        StateFileError: A PNG was asked for and there is no picture.
    """
    extras = list(state.extras)
    if state.save_data is not None:
        extras.append(Extra(SAVE_DATA, state.save_data))
    extras.sort(key=lambda extra: extra.tag)
    return (
        _encode_png(state, extras)
        if state.container is Container.PNG
        else state.raw + pack_extras(extras)
    )


def _encode_png(state: SavedState, extras: list[Extra]) -> bytes:
    if state.picture is None:
        raise StateFileError(
            "a PNG state needs a picture and this state has none; load it in an emulator first",
            problem="no_picture",
        )
    *picture, end = png.read_chunks(state.picture)
    chunks = [*picture, Chunk(b"gbAs", zlib.compress(state.raw, png.LEVEL))]
    for extra in extras:
        body = struct.pack("<II", extra.tag, len(extra.data)) + zlib.compress(extra.data, png.LEVEL)
        chunks.append(Chunk(b"gbAx", body))
    return png.write_chunks([*chunks, end])


def write_state(path: Path, state: SavedState) -> bytes:
    """Write a state in its container atomically, and return the file's bytes.

    Raises:
        FileProblemError: It can't be written there.
        StateFileError: A PNG was asked for and there is no picture.
    """
    data = encode_state(state)
    write_atomically(path, data)
    return data


def in_container(state: SavedState, container: Container) -> SavedState:
    """The same state, to be written to that kind of file."""
    return replace(state, container=container)
