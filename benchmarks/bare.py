"""The bare core: mGBA's bindings and nothing of gbatool, what everything else is compared with.

As a script (``python benchmarks/bare.py ROM STATE FRAMES``) it imports the bindings, boots a raw
state and runs frames: the least that any one-shot tool has to do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import mgba.core
import mgba.image
import mgba.log
import mgba.vfs
from mgba._pylib import ffi, lib

STATE_BYTES = 397_312
NEVER = 2**31 - 1

# Dropped in C: the bindings' own silence calls Python several times a frame. C keeps the pointer.
mgba.log.silence()
QUIET: Any = ffi.new("struct mLogFilter *")
lib.mLogFilterInit(QUIET)
QUIET.defaultLevels = 0
mgba.log.Logger._DEFAULT_LOGGER._native.filter = QUIET  # noqa: SLF001 - no other way to reach it


class BareCore:
    """One ROM in one core, with as little around it as the bindings allow."""

    def __init__(self, rom: bytes, *, draw: bool = True) -> None:
        self._memory = bytearray(rom)  # mGBA writes the clock's pins into it
        self._rom = ffi.from_buffer(self._memory)
        file = mgba.vfs.VFile(lib.VFileFromConstMemory(self._rom, len(rom)))
        self._core: Any = mgba.core.find_vf(file)
        self._core.load_rom(file)
        self._core.load_save(mgba.vfs.VFile.fromEmpty())
        file._claimed = True  # noqa: SLF001 - the core closes it
        self._image = mgba.image.Image(*self._core.desired_video_dimensions())
        self._core.set_video_buffer(self._image)
        self._core.reset()
        self._native: Any = self._core._core  # noqa: SLF001 - as everybody does it
        self._native.clearCoreCallbacks(self._native)  # the bindings leave some uninitialised
        self._state = bytearray(STATE_BYTES)
        self._buffer: Any = ffi.from_buffer(self._state)
        if not draw:
            video = self._core._native.video  # noqa: SLF001 - the bindings expose no frame skip
            video.frameskip = video.frameskipCounter = NEVER

    def run(self, frames: int) -> None:
        """Run frames."""
        run_frame, native = self._native.runFrame, self._native
        for _ in range(frames):
            run_frame(native)

    def save(self) -> None:
        """Save into the one buffer."""
        self._native.saveState(self._native, self._buffer)

    def load(self) -> None:
        """Load what was saved last."""
        self._native.loadState(self._native, self._buffer)

    def boot(self, state: bytes) -> None:
        """Load a raw state."""
        self._state[:] = state[:STATE_BYTES]
        self.load()


if __name__ == "__main__":
    bare = BareCore(Path(sys.argv[1]).read_bytes())
    bare.boot(Path(sys.argv[2]).read_bytes())
    bare.run(int(sys.argv[3]))
