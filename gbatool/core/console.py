"""What every core shares: views of its memory, checked writes and states, the switch of drawing.

A core gives its memories as numpy views and the few calls that differ; see :class:`Console`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from gbatool import interrupts
from gbatool.core.protocol import (
    RAW_STATE_SIZE,
    Buttons,
    EmulatorState,
    Pixels,
    Played,
    RawState,
)
from gbatool.errors import EmulatorFaultError, OutOfRegionError, StateFileError
from gbatool.memory import (
    EWRAM,
    IWRAM,
    RAM_REGIONS,
    REGISTER_BYTES,
    Bytes,
    Region,
    Screen,
    Snapshot,
)
from gbatool.rom import Rom

FIXED_CLOCK_MS = 946_684_800_000  # 2000-01-01 00:00 UTC: any constant, since the clock must not run
RTC_FIXED = 1  # of mGBA's ``enum mRTCGenericType``
STATE_PALETTE_OFFSET = 0x800
NEVER_DRAW = 2**31 - 1  # frames to skip between two that are drawn

PALETTE_SIZE, VRAM_SIZE, OAM_SIZE = 0x400, 0x18000, 0x400

VRAM_POINTER_AT, OAM_AT, FRAME_AT, SKIP_AT = 0x400, 0x408, 0x808, 0x80C
"""In ``struct GBAVideo`` behind the palette; source: mgba 0.10 ``internal/gba/video.h``."""
VIDEO_TAIL = SKIP_AT + 8


class Console(ABC):
    """One ROM in one core; implements ``Emulator``.

    A subclass calls :meth:`attach` once its ROM is loaded, before the first frame.

    Attributes:
        rom: The ROM.
    """

    def __init__(self, rom: Rom) -> None:
        self.rom = rom
        self._rom_view = np.frombuffer(rom.data, np.uint8)
        self._held = Buttons.NONE
        self._played: Played | None = None
        self._saved: Played | None = None
        self._screen: Screen | None = None
        self._ram: Mapping[Region, Bytes] = {}
        self._skip: npt.NDArray[np.int32] | None = None

    def attach(
        self, ram: Mapping[Region, Bytes], registers: Bytes, video: Bytes, vram: Bytes, oam: int
    ) -> None:
        """Take the core's memory.

        Args:
            ram: Views of EWRAM and IWRAM.
            registers: A view of the display registers, from the first one on.
            video: A view from the palette on over ``VIDEO_TAIL`` bytes.
            vram: A view of VRAM.
            oam: The host address of OAM.

        Raises:
            EmulatorFaultError: A memory has another size than the console's.
        """
        for region in RAM_REGIONS:
            if len(ram[region]) != region.size:
                raise EmulatorFaultError(f"mGBA gives {len(ram[region])} bytes of {region.name}")
        self._ram = ram
        self._screen = Screen(vram, registers[:REGISTER_BYTES].view(np.uint16))
        # The frame skip is no part of any interface. Where the structure is not as it was in
        # 0.10, frames are drawn with drawing switched off too: slower, and the same otherwise.
        pointer = int.from_bytes(video[VRAM_POINTER_AT:OAM_AT].tobytes(), "little")
        frame = int.from_bytes(video[FRAME_AT:SKIP_AT].tobytes(), "little")
        if (pointer, video.ctypes.data + OAM_AT, frame) == (vram.ctypes.data, oam, self.frame):
            self._skip = video[SKIP_AT:VIDEO_TAIL].view(np.int32)

    @property
    @abstractmethod
    def frame(self) -> int:
        """Frames since power-on."""

    @abstractmethod
    def _run_frame(self) -> None:
        """Run one frame."""

    @abstractmethod
    def framebuffer(self) -> Pixels:
        """The screen, RGB."""

    @abstractmethod
    def video_memory(self) -> bytes:
        """Palette, VRAM and OAM."""

    @abstractmethod
    def save_data(self) -> bytes:
        """The cartridge's save memory, empty when the game has none yet."""

    @abstractmethod
    def restore_save_data(self, data: bytes) -> None:
        """Replace the save memory of this core; no file is written."""

    @abstractmethod
    def _save_into(self, target: RawState) -> None:
        """Write the core's serialisation into ``RAW_STATE_SIZE`` bytes."""

    @abstractmethod
    def _load_from(self, source: RawState) -> bool:
        """Load a serialisation; False if the core says that it did not."""

    @property
    def held(self) -> Buttons:
        """The buttons held down now."""
        return self._held

    def hold(self, buttons: Buttons) -> None:
        """Hold exactly these buttons from the next frame on."""
        self._held = buttons

    def run(self, frames: int = 1) -> None:
        """Run whole frames."""
        run_frame, check = self._run_frame, interrupts.check
        for _ in range(frames):
            check()
            run_frame()
        last = self._played
        if last is None or last is self._saved or last.buttons != self._held:
            self._played = Played(last, self._held, frames)
        else:
            self._played = Played(last.before, self._held, last.frames + frames)

    @property
    def live(self) -> Snapshot:
        """RAM, ROM and video memory without a copy."""
        ewram, iwram = self._ram[EWRAM], self._ram[IWRAM]
        return Snapshot(ewram, iwram, self._rom_view, self.frame, self._screen)

    def snapshot(self) -> Snapshot:
        """A frozen copy of RAM and video memory at this frame."""
        ewram, iwram = self._ram[EWRAM].copy(), self._ram[IWRAM].copy()
        screen = self._screen and Screen(self._screen.vram.copy(), self._screen.registers.copy())
        return Snapshot(ewram, iwram, self._rom_view, self.frame, screen)

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

    def save_state(self) -> EmulatorState:
        """Save everything."""
        data = np.empty(RAW_STATE_SIZE, np.uint8)
        # mGBA does not write the reserved fields
        data[:STATE_PALETTE_OFFSET] = 0
        self._save_into(data)
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
        if not self._load_from(state.data) or not self._has(state):
            raise StateFileError("mGBA refused the state: it was made by another core or ROM")
        self.hold(state.held)
        self._played = self._saved = state.played

    def _has(self, state: EmulatorState) -> bool:
        ewram = state.data[RAW_STATE_SIZE - EWRAM.size :]
        iwram = state.data[RAW_STATE_SIZE - IWRAM.size - EWRAM.size : RAW_STATE_SIZE - EWRAM.size]
        return np.array_equal(self._ram[IWRAM], iwram) and np.array_equal(self._ram[EWRAM], ewram)

    def draw(self, enabled: bool) -> None:  # noqa: FBT001 - a switch
        """Whether frames are drawn; no state depends on it."""
        if self._skip is not None:
            # the setting, and the frames left until the next one that is drawn
            self._skip[:] = 0 if enabled else NEVER_DRAW
