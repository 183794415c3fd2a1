"""A cartridge of a few instructions: it counts in EWRAM and in colours, and has save memory."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from gbatool.core.libmgba import Library, load_library
from gbatool.core.mgba_core import MgbaCore
from gbatool.errors import EmulatorUnavailableError
from gbatool.rom import Rom, check_is_rom

COUNTER, KEYS = 0x02000000, 0x02000004
SAVED_BYTE = 0x5A

CODE = (
    0xE3A0040E,  # mov  r0, #0x0E000000   save memory
    0xE3A0105A,  # mov  r1, #0x5A
    0xE5C01000,  # strb r1, [r0]
    0xE3A02402,  # mov  r2, #0x02000000   EWRAM
    0xE3A04301,  # mov  r4, #0x04000000
    0xE3A06405,  # mov  r6, #0x05000000   the backdrop's colour
    0xE3A07000,  # mov  r7, #0
    0xE1C470B0,  # strh r7, [r4]          the screen on, without a layer
    0xE2844E13,  # add  r4, r4, #0x130    the key register
    0xE5923000,  # loop: ldr r3, [r2]
    0xE2833001,  # add  r3, r3, #1
    0xE5823000,  # str  r3, [r2]
    0xE1C630B0,  # strh r3, [r6]
    0xE1D450B0,  # ldrh r5, [r4]
    0xE1C250B4,  # strh r5, [r2, #4]
    0xEAFFFFF8,  # b    loop
)


@cache
def tiny_rom(title: str = "TINY", code: str = "ZTNY", revision: int = 0) -> Rom:
    """A ROM with that header; another revision has the same title and code but another CRC."""
    data = bytearray(0x400)
    data[0:4] = struct.pack("<I", 0xEA00002E)  # b 0xC0
    data[0xA0:0xAC] = title.encode().ljust(12, b"\0")
    data[0xAC:0xB0] = code.encode()
    data[0xB0:0xB2] = b"00"
    data[0xB2] = 0x96
    data[0xBC] = revision
    data[0xBD] = (-sum(data[0xA0:0xBD]) - 0x19) & 0xFF
    data[0xC0 : 0xC0 + 4 * len(CODE)] = struct.pack(f"<{len(CODE)}I", *CODE)
    check_is_rom(bytes(data), f"tiny{revision}.gba")
    return Rom(bytes(data), f"tiny{revision}.gba")


@cache
def library() -> Library:
    """libmgba, by its bindings where they import: what mGBA's own window uses."""
    try:
        from gbatool.core.bindings import load_bindings

        return load_bindings()
    except EmulatorUnavailableError:
        return load_library()


def power_on(rom: Rom) -> MgbaCore:
    """A console that was just switched on."""
    return MgbaCore(rom, library())


def running(rom: Rom | None = None, frames: int = 3) -> MgbaCore:
    """A core that has run for some frames."""
    core = power_on(rom or tiny_rom())
    core.run(frames)
    return core


SCREENSHOT, SAVE_DATA, CHEATS, RTC, METADATA = 1, 2, 4, 8, 16
"""mGBA's own SAVESTATE_ flags."""


def mgba_saves(core: MgbaCore, flags: int) -> bytes:
    """The file that mGBA writes for its present state, as its window does."""
    ffi, lib = library().ffi, library().lib
    file = lib.VFileMemChunk(ffi.NULL, 0)
    assert lib.mCoreSaveStateNamed(_native(core), file, flags)
    size = file.size(file)
    buffer = ffi.new("char[]", size)
    file.seek(file, 0, 0)
    assert file.read(file, buffer, size) == size
    file.close(file)
    return bytes(ffi.buffer(buffer, size))


def mgba_loads(core: MgbaCore, data: bytes, flags: int) -> bool:
    """Whether mGBA loads a file, as its window does."""
    ffi, lib = library().ffi, library().lib
    buffer = ffi.from_buffer(data)
    file = lib.VFileFromConstMemory(buffer, len(data))
    try:
        return bool(lib.mCoreLoadStateNamed(_native(core), file, flags))
    finally:
        file.close(file)


def _native(core: MgbaCore) -> Any:
    return core._native
