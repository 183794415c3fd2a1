"""A core of libmgba, through its Python bindings or through ABI mode: the calls are the same.

The library checks little, so results are checked here: the ROM is checked and loaded from memory,
the save data lives in memory only (a ``.sav`` beside the ROM is never touched), the clock is fixed,
the log is silenced, RAM is read through the core's own memory blocks, and a state that was loaded
must be the state that the core now has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gbatool import interrupts
from gbatool.core.console import FIXED_CLOCK_MS, RTC_FIXED, VIDEO_TAIL, Console
from gbatool.core.libmgba import Library
from gbatool.core.protocol import (
    RAW_STATE_SIZE,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    Buttons,
    Pixels,
    RawState,
)
from gbatool.errors import EmulatorFaultError
from gbatool.memory import EWRAM, IWRAM, REGISTER_BYTES, Bytes
from gbatool.rom import Rom

BLOCK_IDS = {EWRAM: 2, IWRAM: 3}
BOARD_WORD, SEARCHED_WORDS = 1, 64
"""The board is the second pointer of a core; its memory begins within the first 512 bytes."""
PALETTE, VRAM, OAM = VIDEO_BLOCKS = (5, 6, 7)


class MgbaCore(Console):
    """One ROM in one mGBA core; implements ``Emulator``."""

    def __init__(self, rom: Rom, library: Library, save: bytes = b"") -> None:
        """Power the console on.

        Args:
            rom: The ROM.
            library: Where the core comes from, see ``gbatool.core.cores``.
            save: What is in the cartridge's save memory.

        Raises:
            EmulatorFaultError: mGBA can't load the ROM, although its header is valid.
        """
        super().__init__(rom)
        self._library, self._ffi, self._lib = library, library.ffi, library.lib
        # A copy: mGBA writes the clock's pins into the image, and `rom.data` must stay what it is.
        self._rom_buffer = self._ffi.from_buffer(bytearray(rom.data))
        self._native = self._find_core(rom)
        self._calls = library.calls(self._native)
        # the library copies the bytes
        memory = self._lib.VFileMemChunk(self._ffi.from_buffer(save), len(save))
        if not self._calls.loadSave(self._native, memory):
            raise EmulatorFaultError("mGBA can't use an in-memory save file", rom=rom.name)
        clock = library.clock(self._native)
        clock.override, clock.value = RTC_FIXED, FIXED_CLOCK_MS
        self._pixels = np.zeros((SCREEN_HEIGHT, SCREEN_WIDTH, 4), np.uint8)
        screen = self._ffi.cast("uint32_t *", self._pixels.ctypes.data)
        self._calls.setVideoBuffer(self._native, screen, SCREEN_WIDTH)
        self._calls.reset(self._native)
        self._run = self._calls.runFrame
        palette, _ = self._find_block(PALETTE)
        self.attach(
            {region: self._block(block) for region, block in BLOCK_IDS.items()},
            self._registers(),
            np.frombuffer(self._ffi.buffer(palette, VIDEO_TAIL), np.uint8),
            self._block(VRAM),
            self._host_address(OAM),
        )

    def _find_core(self, rom: Rom) -> Any:  # noqa: ANN401 - cffi objects have no types
        """A core with the ROM in it; the core closes the file."""
        ffi, lib = self._ffi, self._lib
        rom_file = lib.VFileFromConstMemory(self._rom_buffer, len(rom.data))
        found = lib.mCoreFindVF(rom_file)
        if found == ffi.NULL:
            rom_file.close(rom_file)
            raise EmulatorFaultError(f"mGBA can't load {rom.name} as a ROM", rom=rom.name)
        calls = self._library.calls(found)
        with interrupts.deferred():  # a core is undone by what must not be called before `init`
            started = calls.init(found)
            native = ffi.gc(found, calls.deinit) if started else found
        lib.mCoreInitConfig(native, ffi.NULL)
        if not started or not calls.loadROM(native, rom_file):
            raise EmulatorFaultError(f"mGBA can't load {rom.name} as a ROM", rom=rom.name)
        return native

    def _find_block(self, block_id: int) -> tuple[Any, int]:
        """Pointer and size of one of the core's memory blocks."""
        size = self._ffi.new("size_t *")
        pointer = self._calls.getMemoryBlock(self._native, block_id, size)
        if pointer == self._ffi.NULL:
            raise EmulatorFaultError(f"mGBA has no memory block {block_id}")
        return pointer, int(size[0])

    def _host_address(self, block_id: int) -> int:
        return int(self._ffi.cast("uintptr_t", self._find_block(block_id)[0]))

    def _registers(self) -> Bytes:
        """The I/O registers, which are no memory block.

        They follow the pointers to EWRAM, IWRAM and the ROM in ``struct GBAMemory``, which the
        board begins with but for a few members; source: mgba 0.10 ``internal/gba/memory.h``.

        Raises:
            EmulatorFaultError: The pointers are not there.
        """
        board = self._ffi.cast("uintptr_t *", self._native)[BOARD_WORD]
        words = self._ffi.cast("uintptr_t *", board)
        wanted = [self._host_address(BLOCK_IDS[region]) for region in (EWRAM, IWRAM)]
        for at in range(SEARCHED_WORDS):
            if [words[at], words[at + 1]] == wanted:
                registers = self._ffi.cast("void *", self._ffi.addressof(words, at + 3))
                view: Bytes = np.frombuffer(self._ffi.buffer(registers, REGISTER_BYTES), np.uint8)
                return view
        raise EmulatorFaultError("mGBA's board has no pointers to its memory where 0.10 has them")

    def _block(self, block_id: int) -> Bytes:
        view: Bytes = np.frombuffer(self._ffi.buffer(*self._find_block(block_id)), np.uint8)
        return view

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return int(self._calls.frameCounter(self._native))

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        super().hold(buttons)
        self._calls.setKeys(self._native, int(buttons))

    def _run_frame(self) -> None:
        self._run(self._native)

    def _save_into(self, target: RawState) -> None:
        if self._calls.stateSize(self._native) != RAW_STATE_SIZE:
            raise EmulatorFaultError("this mGBA writes states of an unknown size")
        if not self._calls.saveState(self._native, self._ffi.cast("void *", target.ctypes.data)):
            raise EmulatorFaultError("mGBA could not save its state")

    def _load_from(self, source: RawState) -> bool:
        pointer = self._ffi.cast("void *", source.ctypes.data)
        return bool(self._calls.loadState(self._native, pointer))

    def framebuffer(self) -> Pixels:
        """The screen, RGB."""
        return self._pixels[:, :, :3].copy()

    def video_memory(self) -> bytes:
        """Palette, VRAM and OAM."""
        return b"".join(self._block(block).tobytes() for block in VIDEO_BLOCKS)

    def save_data(self) -> bytes:
        """The cartridge's save memory, empty when the game has none yet."""
        pointer = self._ffi.new("void **")
        size = self._calls.savedataClone(self._native, pointer)
        try:
            return bytes(self._ffi.buffer(pointer[0], size)) if size else b""
        finally:
            if size:
                self._library.free(pointer[0])

    def restore_save_data(self, data: bytes) -> None:
        """Replace the save memory of this core; no file is written."""
        if not self._calls.savedataRestore(
            self._native,
            self._ffi.from_buffer(data),
            len(data),
            False,  # noqa: FBT003
        ):
            raise EmulatorFaultError("mGBA refused the save data", size=len(data))
