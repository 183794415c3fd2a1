"""A libretro core of mGBA 0.10, such as Debian's ``libretro-mgba`` or one of RetroArch's.

A libretro core is one console a library: its state is static. Each console here therefore loads a
copy of the file of its own. RAM, VRAM, OAM and palette are the views that the core announces as its
memory map; the serialisation is mGBA's own, with save data and clock behind it. Of the callbacks
only the one for buttons calls Python: the others are functions of the C library that do nothing.
Sources: libretro-common ``include/libretro.h``, mgba 0.10 ``src/platform/libretro/libretro.c``.
"""

from __future__ import annotations

import struct
import tempfile
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gbatool.core.console import (
    FIXED_CLOCK_MS,
    FRAME_AT,
    OAM_SIZE,
    PALETTE_SIZE,
    RTC_FIXED,
    VIDEO_TAIL,
    VRAM_SIZE,
    Console,
)
from gbatool.core.libmgba import check_version
from gbatool.core.protocol import (
    RAW_STATE_SIZE,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    Buttons,
    Pixels,
    RawState,
)
from gbatool.core.state_extras import CLOCK, SAVE_DATA, Extra, pack_extras, unpack_extras
from gbatool.errors import EmulatorFaultError, EmulatorUnavailableError
from gbatool.files import MAX_LIBRARY, is_file, read_file
from gbatool.memory import EWRAM, IWRAM, Bytes
from gbatool.rom import Rom

API_VERSION = 1
LIBRARY_NAME = "mGBA"
SET_PIXEL_FORMAT, SET_MEMORY_MAPS, GET_INPUT_BITMASKS = 10, 36 | 0x10000, 51 | 0x10000
XRGB8888, RGB565 = 1, 2
JOYPAD_MASK = 256
SAVE_RAM = 0
JOYPAD_IDS = {
    Buttons.A: 8,
    Buttons.B: 0,
    Buttons.SELECT: 2,
    Buttons.START: 3,
    Buttons.RIGHT: 7,
    Buttons.LEFT: 6,
    Buttons.UP: 4,
    Buttons.DOWN: 5,
    Buttons.R: 11,
    Buttons.L: 10,
}
SAVE_TYPE_OFFSET, SAVE_TYPE_UNKNOWN = 0x2E0, 0xFF
IO_BASE, PALETTE_BASE, VRAM_BASE, OAM_BASE = 0x04000000, 0x05000000, 0x06000000, 0x07000000
VIDEO_PARTS = ((PALETTE_BASE, PALETTE_SIZE), (VRAM_BASE, VRAM_SIZE), (OAM_BASE, OAM_SIZE))
NEEDED_BASES = (EWRAM.base, IWRAM.base, IO_BASE, PALETTE_BASE, VRAM_BASE, OAM_BASE)
CLOCK_LAYOUT = struct.Struct("<iiq")
FIXED_CLOCK = Extra(CLOCK, CLOCK_LAYOUT.pack(RTC_FIXED, 0, FIXED_CLOCK_MS))
"""``struct mRTCGenericState``: type, padding, milliseconds."""
ROOM_FOR_EXTRAS = 0x21000
"""For the largest save memory (128 KiB), the clock and their headers."""
PLACES = (
    *(f"/usr/lib/{arch}/libretro" for arch in ("x86_64-linux-gnu", "aarch64-linux-gnu")),
    *("/usr/lib64/libretro", "/usr/lib/libretro", "/usr/local/lib/libretro"),
)
FILE_NAME = "mgba_libretro.so"


@dataclass(frozen=True, slots=True)
class LibretroFile:
    """A core's file that was checked.

    Attributes:
        path: The file.
        version: Of mGBA in it, such as ``0.10.1``.
    """

    path: Path
    version: str


def installed_core() -> Path | None:
    """The core that the system's package manager installed, if there is one."""
    found = (Path(folder) / FILE_NAME for folder in PLACES)
    return next((path for path in found if is_file(path)), None)


def check_libretro(path: Path) -> LibretroFile:
    """Load a core's file and ask what it is.

    Raises:
        EmulatorUnavailableError: It can't be loaded, or is no core of mGBA 0.10.
    """
    from gbatool.core._abi import ffi

    try:
        lib = ffi.dlopen(str(path))
    except OSError as error:
        raise EmulatorUnavailableError(
            f"the libretro core {path} can't be loaded ({error}); name another with GBATOOL_CORE",
            missing=str(path),
        ) from error
    try:
        api, ask = lib.retro_api_version(), lib.retro_get_system_info
    except ffi.error as error:  # a symbol that it does not have
        raise EmulatorUnavailableError(
            f"{path} is no libretro core: it has no retro_api_version; name another with"
            " GBATOOL_CORE",
            missing="a libretro core",
        ) from error
    info = ffi.new("struct retro_system_info *")
    ask(info)
    name, version = (_text(ffi, text) for text in (info.library_name, info.library_version))
    if api != API_VERSION or name != LIBRARY_NAME:
        raise EmulatorUnavailableError(
            f"{path} is the libretro core {name} {version} (API {api}); gbatool needs one of mGBA"
            " 0.10: name it with GBATOOL_CORE",
            missing="a libretro core of mGBA 0.10",
            observed=f"{name} {version}",
        )
    version = version.split()[0] if version else "without a version"
    check_version(version, str(path))
    return LibretroFile(path, version)


def _text(ffi: Any, pointer: Any) -> str:  # noqa: ANN401 - cffi objects have no types
    return ffi.string(pointer).decode("ascii", "replace") if pointer else ""


class Frontend:
    """What the core calls: buttons, screen, memory map and settings.

    Attributes:
        joypad: The buttons held, as bits of libretro's numbers.
        screen: Host address of the last frame and bytes a row; None before the first.
        pixel_format: One of libretro's.
        blocks: Bus address -> host address and size, as the core announced them.
        lost: What was raised in a callback, a Ctrl-C above all: C can't pass it on.
    """

    def __init__(self, ffi: Any, lib: Any) -> None:  # noqa: ANN401 - cffi objects have no types
        self._ffi = ffi
        self.joypad = 0
        self.screen: tuple[int, int] | None = None
        self.pixel_format = RGB565
        self.blocks: dict[int, tuple[int, int]] = {}
        self.lost: BaseException | None = None
        self._callbacks = (
            self._callback("retro_environment_t", self._environment),
            self._callback("retro_video_refresh_t", self._refresh),
            self._callback("retro_input_state_t", self._pressed),
        )
        environment, video, keys = self._callbacks
        lib.retro_set_environment(environment)
        lib.retro_set_video_refresh(video)
        lib.retro_set_input_state(keys)
        # a C function that only returns a number: what the core tells these is not wanted
        nothing = ffi.cast("void *", ffi.addressof(ffi.dlopen(None), "getppid"))
        lib.retro_set_audio_sample(ffi.cast("retro_audio_sample_t", nothing))
        lib.retro_set_audio_sample_batch(ffi.cast("retro_audio_sample_batch_t", nothing))
        lib.retro_set_input_poll(ffi.cast("retro_input_poll_t", nothing))

    def _callback(self, kind: str, function: Callable[..., Any]) -> Any:  # noqa: ANN401
        return self._ffi.callback(kind, function, onerror=self._remember)

    def _remember(self, _kind: object, error: BaseException, _traceback: object) -> None:
        self.lost = error

    def _environment(self, command: int, data: Any) -> bool:  # noqa: ANN401
        if command == SET_PIXEL_FORMAT:
            self.pixel_format = self._ffi.cast("int *", data)[0]
            return self.pixel_format in (XRGB8888, RGB565)
        if command == SET_MEMORY_MAPS:
            announced = self._ffi.cast("struct retro_memory_map *", data)
            for at in range(announced.num_descriptors):
                one = announced.descriptors[at]
                where = int(self._ffi.cast("uintptr_t", one.ptr)) + one.offset
                self.blocks[one.start] = (where, one.len)
            return True
        return bool(command == GET_INPUT_BITMASKS)

    def _refresh(self, data: Any, _width: int, _height: int, pitch: int) -> None:  # noqa: ANN401
        if data:
            self.screen = (int(self._ffi.cast("uintptr_t", data)), pitch)

    def _pressed(self, _port: int, _device: int, _index: int, button: int) -> int:
        return self.joypad if button == JOYPAD_MASK else 0


class LibretroCore(Console):
    """One ROM in one copy of a libretro core; implements ``Emulator``."""

    def __init__(self, rom: Rom, file: LibretroFile, save: bytes = b"") -> None:
        """Power the console on.

        Args:
            rom: The ROM.
            file: The core.
            save: What is in the cartridge's save memory.

        Raises:
            EmulatorFaultError: The core can't load the ROM, or announces no memory map.
        """
        from gbatool.core._abi import ffi

        super().__init__(rom)
        self._ffi = ffi
        self._lib = _own_copy(ffi, file.path)
        self._frontend = Frontend(ffi, self._lib)
        self._lib.retro_init()
        weakref.finalize(self, _close, ffi, self._lib, self._frontend)
        self._game = ffi.new("struct retro_game_info *")
        self._rom_buffer = ffi.from_buffer(rom.data)
        self._game.data, self._game.size = ffi.cast("void *", self._rom_buffer), len(rom.data)
        if not self._lib.retro_load_game(self._game):
            raise EmulatorFaultError(f"mGBA can't load {rom.name} as a ROM", rom=rom.name)
        if save:  # the core reads its memory for saves before the first frame or state
            room = self._lib.retro_get_memory_size(SAVE_RAM)
            into = self._lib.retro_get_memory_data(SAVE_RAM)
            ffi.memmove(into, save, min(room, len(save)))
        self._blocks = self._frontend.blocks
        missing = [hex(base) for base in NEEDED_BASES if base not in self._blocks]
        if missing:
            raise EmulatorFaultError(
                f"the libretro core {file.path} announces no memory at {', '.join(missing)}"
            )
        self._video = self._view(self._blocks[PALETTE_BASE][0], VIDEO_TAIL)
        self._counter = self._video[FRAME_AT : FRAME_AT + 4].view(np.uint32)
        self.attach(
            {region: self._view(*self._blocks[region.base]) for region in (EWRAM, IWRAM)},
            self._view(*self._blocks[IO_BASE]),
            self._video,
            self._view(self._blocks[VRAM_BASE][0], VRAM_SIZE),
            self._blocks[OAM_BASE][0],
        )
        self._serialised = np.zeros(RAW_STATE_SIZE + ROOM_FOR_EXTRAS, np.uint8)
        self._keep_clock()

    def _view(self, address: int, size: int) -> Bytes:
        pointer = self._ffi.cast("void *", address)
        view: Bytes = np.frombuffer(self._ffi.buffer(pointer, size), np.uint8)
        return view

    def _keep_clock(self) -> None:
        """Stop the clock; a libretro core takes its setting with a state only."""
        if not self._load_from(self.save_state().data):
            raise EmulatorFaultError("mGBA refused its own state", rom=self.rom.name)

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return int(self._counter[0])

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        super().hold(buttons)
        self._frontend.joypad = sum(1 << at for one, at in JOYPAD_IDS.items() if one & buttons)

    def _run_frame(self) -> None:
        self._lib.retro_run()
        if self._frontend.lost is not None:
            lost, self._frontend.lost = self._frontend.lost, None
            raise lost

    def _serialise(self) -> Bytes:
        """The state with its extras, in a buffer that the next call uses again."""
        target = self._ffi.cast("void *", self._serialised.ctypes.data)
        if not self._lib.retro_serialize(target, len(self._serialised)):
            raise EmulatorFaultError("mGBA could not save its state")
        return self._serialised

    def _save_into(self, target: RawState) -> None:
        target[:] = self._serialise()[:RAW_STATE_SIZE]

    def _load_from(self, source: RawState, *more: Extra) -> bool:
        data = source.tobytes() + pack_extras([FIXED_CLOCK, *more])
        return bool(self._lib.retro_unserialize(self._ffi.from_buffer(data), len(data)))

    def framebuffer(self) -> Pixels:
        """The screen, RGB."""
        if self._frontend.screen is None:
            return np.zeros((SCREEN_HEIGHT, SCREEN_WIDTH, 3), np.uint8)
        at, pitch = self._frontend.screen
        rows = self._view(at, pitch * SCREEN_HEIGHT).reshape(SCREEN_HEIGHT, pitch)
        if self._frontend.pixel_format == XRGB8888:
            blue_first = rows[:, : 4 * SCREEN_WIDTH].reshape(SCREEN_HEIGHT, SCREEN_WIDTH, 4)
            return blue_first[:, :, 2::-1].copy()
        words = rows[:, : 2 * SCREEN_WIDTH].copy().view("<u2")
        return five_bits(words >> 11, words >> 6, words)

    def video_memory(self) -> bytes:
        """Palette, VRAM and OAM."""
        return b"".join(
            self._view(self._blocks[base][0], size).tobytes() for base, size in VIDEO_PARTS
        )

    def save_data(self) -> bytes:
        """The cartridge's save memory, empty when the game has none yet."""
        state = self._serialise()
        if state[SAVE_TYPE_OFFSET] == SAVE_TYPE_UNKNOWN:
            return b""  # the core lends every game 128 KiB before it knows what it has
        extras = unpack_extras(state.tobytes())
        return next((extra.data for extra in extras if extra.tag == SAVE_DATA), b"")

    def restore_save_data(self, data: bytes) -> None:
        """Replace the save memory of this core; no file is written."""
        if not self._load_from(self.save_state().data, Extra(SAVE_DATA, data)):
            raise EmulatorFaultError("mGBA refused the save data", size=len(data))


def five_bits(*channels: npt.NDArray[Any]) -> Pixels:
    """RGB pixels of channels whose lowest five bits count, widened as mGBA widens them."""
    five = np.stack(channels, axis=-1) & 0x1F
    return ((five << 3) | (five >> 2)).astype(np.uint8)


def _close(ffi: Any, lib: Any, _frontend: Frontend) -> None:  # noqa: ANN401
    """Unload a core; its frontend's callbacks had to live until now."""
    lib.retro_unload_game()
    lib.retro_deinit()
    ffi.dlclose(lib)


def _own_copy(ffi: Any, path: Path) -> Any:  # noqa: ANN401 - cffi objects have no types
    """Load a copy of a library that shares nothing with any other that is loaded."""
    with tempfile.NamedTemporaryFile(prefix="gbatool-", suffix=".so") as copy:
        copy.write(read_file(path, "libretro core", MAX_LIBRARY))
        copy.flush()
        return ffi.dlopen(copy.name)
