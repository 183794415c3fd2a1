"""The real core: mGBA through its Python bindings.

The bindings check little, so results are checked here: the ROM is checked and loaded from
memory, the save data lives in memory only (a ``.sav`` beside the ROM is never touched), the clock
is fixed, the log is silenced, RAM is read through the core's own memory blocks, and a state that
was loaded must be the state that the core now has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gbatool import interrupts
from gbatool.core.protocol import (
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    Buttons,
    EmulatorState,
    Pixels,
    Played,
)
from gbatool.errors import (
    EmulatorFaultError,
    EmulatorUnavailableError,
    OutOfRegionError,
    StateFileError,
)
from gbatool.memory import EWRAM, IWRAM, RAM_REGIONS, REGISTER_BYTES, Bytes, Screen, Snapshot
from gbatool.rom import Rom

FIXED_CLOCK_MS = 946_684_800_000  # 2000-01-01 00:00 UTC: any constant, since the clock must not run
RAW_STATE_SIZE = 397_312
STATE_PALETTE_OFFSET = 0x800
NEVER_DRAW = 2**31 - 1  # frames to skip between two that are drawn
BLOCK_IDS = {EWRAM: 2, IWRAM: 3}
VRAM_BLOCK = 6
VIDEO_BLOCKS = (5, VRAM_BLOCK, 7)  # palette, VRAM, OAM

_bindings: tuple[Any, Any] | None = None
_quiet: Any = None


def load_bindings() -> tuple[Any, Any]:
    """Import the bindings once; return the ``mgba`` package and its cffi pair ``(ffi, lib)``.

    Only the pair is used: importing the package's classes around it imports an image library and
    asyncio, which takes longer than most commands.

    Raises:
        EmulatorUnavailableError: The package or the library it needs is missing.
    """
    global _bindings  # noqa: PLW0603 - one import per process, log silenced exactly once
    if _bindings is None:
        try:
            import mgba
            from mgba._pylib import ffi, lib
        except ImportError as error:
            if "libmgba" in str(error):
                raise EmulatorUnavailableError(
                    "the library libmgba.so.0.10 is missing; on Debian or Ubuntu install it with"
                    " `sudo apt-get install libmgba0.10`",
                    missing="libmgba.so.0.10",
                ) from error
            raise EmulatorUnavailableError(
                f"the Python package mgba can't be imported ({error}); install it with"
                " `pip install mgba==0.10.2` on CPython 3.10 or 3.11",
                missing="mgba",
            ) from error
        _silence(ffi, lib)
        _bindings = (mgba, (ffi, lib))
    return _bindings


def _silence(ffi: Any, lib: Any) -> None:  # noqa: ANN401 - cffi objects have no types
    """Make the library drop its log messages in C.

    The bindings' own way calls Python for each message, several times a frame, and a
    ``KeyboardInterrupt`` in such a call is lost: cffi prints it and continues.
    """
    global _quiet  # noqa: PLW0603 - C keeps pointers to both as long as the process runs
    logger, drops_all = ffi.new("struct mLogger *"), ffi.new("struct mLogFilter *")
    lib.mLogFilterInit(drops_all)
    drops_all.defaultLevels = 0
    logger.filter = drops_all  # with it, its ``log``, which is NULL, is never called
    lib.mLogSetDefaultLogger(logger)
    _quiet = (logger, drops_all)


def core_version() -> str:
    """The version of the mGBA library in use, such as ``0.10.1``."""
    mgba, _ = load_bindings()
    return str(mgba.__version__)


class MgbaCore:
    """One ROM in one mGBA core; implements ``Emulator``."""

    def __init__(self, rom: Rom) -> None:
        """Power the console on.

        Raises:
            EmulatorUnavailableError: mGBA is not installed.
            EmulatorFaultError: mGBA can't load the ROM, although its header is valid.
        """
        _, (self._ffi, self._lib) = load_bindings()
        self.rom = rom
        # A copy: mGBA writes the clock's pins into the image, and `rom.data` must stay what it is.
        self._rom_buffer = self._ffi.from_buffer(bytearray(rom.data))
        self._native = self._find_core(rom)
        save = self._lib.VFileMemChunk(self._ffi.NULL, 0)
        if not self._native.loadSave(self._native, save):
            raise EmulatorFaultError("mGBA can't use an in-memory save file", rom=rom.name)
        self._native.rtc.override = self._lib.RTC_FIXED
        self._native.rtc.value = FIXED_CLOCK_MS
        self._pixels = np.zeros((SCREEN_HEIGHT, SCREEN_WIDTH, 4), np.uint8)
        screen = self._ffi.cast("color_t *", self._pixels.ctypes.data)
        self._native.setVideoBuffer(self._native, screen, SCREEN_WIDTH)
        self._native.reset(self._native)
        self._held = Buttons.NONE
        self._played: Played | None = None
        self._saved: Played | None = None
        self._ram: dict[Any, Bytes] = {}
        for region in RAM_REGIONS:
            self._ram[region] = self._block(BLOCK_IDS[region])
            if len(self._ram[region]) != region.size:
                raise EmulatorFaultError(
                    f"mGBA gives {len(self._ram[region])} bytes of {region.name}"
                )
        self._rom_view = np.frombuffer(rom.data, np.uint8)
        board = self._ffi.cast("struct GBA *", self._native.board)
        registers = self._ffi.buffer(board.memory.io, REGISTER_BYTES)
        self._screen = Screen(self._block(VRAM_BLOCK), np.frombuffer(registers, np.uint16))

    def _find_core(self, rom: Rom) -> Any:  # noqa: ANN401 - cffi objects have no types
        """A core with the ROM in it; the core closes the file."""
        ffi, lib = self._ffi, self._lib
        rom_file = lib.VFileFromConstMemory(self._rom_buffer, len(rom.data))
        found = lib.mCoreFindVF(rom_file)
        if found == ffi.NULL:
            rom_file.close(rom_file)
            raise EmulatorFaultError(f"mGBA can't load {rom.name} as a ROM", rom=rom.name)
        with interrupts.deferred():  # a core is undone by what must not be called before `init`
            started = found.init(found)
            native = ffi.gc(found, found.deinit) if started else found
        lib.mCoreInitConfig(native, ffi.NULL)
        if not started or not native.loadROM(native, rom_file):
            raise EmulatorFaultError(f"mGBA can't load {rom.name} as a ROM", rom=rom.name)
        return native

    def _block(self, block_id: int) -> Bytes:
        size = self._ffi.new("size_t *")
        pointer = self._native.getMemoryBlock(self._native, block_id, size)
        if pointer == self._ffi.NULL:
            raise EmulatorFaultError(f"mGBA has no memory block {block_id}")
        view: Bytes = np.frombuffer(self._ffi.buffer(pointer, size[0]), np.uint8)
        return view

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return int(self._native.frameCounter(self._native))

    @property
    def held(self) -> Buttons:
        """The buttons held down now."""
        return self._held

    @property
    def live(self) -> Snapshot:
        """RAM, ROM and video memory without a copy."""
        ewram, iwram = self._ram[EWRAM], self._ram[IWRAM]
        return Snapshot(ewram, iwram, self._rom_view, self.frame, self._screen)

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        self._held = buttons
        self._native.setKeys(self._native, int(buttons))

    def run(self, frames: int = 1) -> None:
        """Run whole frames."""
        run_frame, native, check = self._native.runFrame, self._native, interrupts.check
        for _ in range(frames):
            check()
            run_frame(native)
        last = self._played
        if last is None or last is self._saved or last.buttons != self._held:
            self._played = Played(last, self._held, frames)
        else:
            self._played = Played(last.before, self._held, last.frames + frames)

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to EWRAM or IWRAM."""
        for region in RAM_REGIONS:
            if region.holds(address, len(data)):
                offset = address - region.base
                self._ram[region][offset : offset + len(data)] = np.frombuffer(data, np.uint8)
                return
        raise OutOfRegionError(
            f"0x{address:08X} (+{len(data)} bytes) lies outside EWRAM and IWRAM, so it can't be"
            " written",
            address=f"0x{address:08X}",
            size=len(data),
        )

    def snapshot(self) -> Snapshot:
        """A frozen copy of RAM and video memory at this frame."""
        ewram, iwram = self._ram[EWRAM].copy(), self._ram[IWRAM].copy()
        screen = Screen(self._screen.vram.copy(), self._screen.registers.copy())
        return Snapshot(ewram, iwram, self._rom_view, self.frame, screen)

    def save_state(self) -> EmulatorState:
        """Save everything."""
        data = np.empty(RAW_STATE_SIZE, np.uint8)
        # mGBA does not write the reserved fields
        data[:STATE_PALETTE_OFFSET] = 0
        target = self._ffi.cast("void *", data.ctypes.data)
        if self._native.stateSize(self._native) != RAW_STATE_SIZE:
            raise EmulatorFaultError("this mGBA writes states of an unknown size")
        if not self._native.saveState(self._native, target):
            raise EmulatorFaultError("mGBA could not save its state")
        data.setflags(write=False)
        self._saved = self._played  # what follows is played apart from it
        return EmulatorState(data, self._held, self._played)

    def load_state(self, state: EmulatorState) -> None:
        """Load a saved state, and check that the core has it.

        mGBA reports success for states of which it loads nothing, so EWRAM and IWRAM are compared
        with the copy in the state.
        """
        if len(state.data) != RAW_STATE_SIZE:
            raise StateFileError(
                f"a raw mGBA state has {RAW_STATE_SIZE} bytes, this one has {len(state.data)}",
                observed=len(state.data),
                expected=RAW_STATE_SIZE,
            )
        source = self._ffi.cast("void *", state.data.ctypes.data)
        if not self._native.loadState(self._native, source) or not self._has(state):
            raise StateFileError("mGBA refused the state: it was made by another core or ROM")
        self.hold(state.held)
        self._played = self._saved = state.played

    def _has(self, state: EmulatorState) -> bool:
        ewram = state.data[RAW_STATE_SIZE - EWRAM.size :]
        iwram = state.data[RAW_STATE_SIZE - IWRAM.size - EWRAM.size : RAW_STATE_SIZE - EWRAM.size]
        return np.array_equal(self._ram[IWRAM], iwram) and np.array_equal(self._ram[EWRAM], ewram)

    def framebuffer(self) -> Pixels:
        """The screen, RGB."""
        return self._pixels[:, :, :3].copy()

    def draw(self, enabled: bool) -> None:  # noqa: FBT001 - a switch
        """Whether frames are drawn; no state depends on it."""
        video = self._ffi.cast("struct GBA *", self._native.board).video
        video.frameskip = video.frameskipCounter = 0 if enabled else NEVER_DRAW

    def video_memory(self) -> bytes:
        """Palette, VRAM and OAM."""
        return b"".join(self._block(block).tobytes() for block in VIDEO_BLOCKS)

    def save_data(self) -> bytes:
        """The cartridge's save memory, empty when the game has none yet."""
        pointer = self._ffi.new("void **")
        size = self._native.savedataClone(self._native, pointer)
        try:
            return bytes(self._ffi.buffer(pointer[0], size)) if size else b""
        finally:
            if size:
                self._lib.free(pointer[0])

    def restore_save_data(self, data: bytes) -> None:
        """Replace the save memory of this core; no file is written."""
        if not self._native.savedataRestore(
            self._native,
            self._ffi.from_buffer(data),
            len(data),
            False,  # noqa: FBT003
        ):
            raise EmulatorFaultError("mGBA refused the save data", size=len(data))
