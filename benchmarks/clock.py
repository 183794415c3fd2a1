"""Clocks: the time of one call, and an emulator that counts what is spent inside it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from gbatool.core import Buttons, Emulator, EmulatorState
from gbatool.core.protocol import Pixels
from gbatool.memory import Snapshot

NANO = 1e-9


def cost(call: Callable[[], object], times: int, rounds: int = 7) -> float:
    """CPU seconds of one call: the median over rounds of so many calls each."""
    taken = []
    for _ in range(rounds):
        begun = time.process_time_ns()
        for _ in range(times):
            call()
        taken.append((time.process_time_ns() - begun) / times)
    return statistics.median(taken) * NANO


class Meter:
    """What went on inside all emulators of one derivation.

    Attributes:
        frames: How many ran.
        saves: States saved or loaded.
        copies: Snapshots of RAM taken.
        inside: CPU seconds in frames, states and everything else that only the core can do.
        copying: CPU seconds of the snapshots.
    """

    def __init__(self) -> None:
        self.frames = self.saves = self.copies = 0
        self.inside = self.copying = 0.0


class MeteredEmulator:
    """An emulator that tells a meter what it spends; implements ``Emulator``."""

    def __init__(self, emulator: Emulator, meter: Meter) -> None:
        self._emulator, self._meter = emulator, meter

    @property
    def frame(self) -> int:
        """As the emulator."""
        return self._emulator.frame

    @property
    def held(self) -> Buttons:
        """As the emulator."""
        return self._emulator.held

    @property
    def live(self) -> Snapshot:
        """As the emulator; not counted, for it copies nothing."""
        return self._emulator.live

    def hold(self, buttons: Buttons) -> None:
        """As the emulator; not counted."""
        self._emulator.hold(buttons)

    def run(self, frames: int = 1) -> None:
        """As the emulator."""
        begun = time.process_time_ns()
        self._emulator.run(frames)
        self._meter.inside += (time.process_time_ns() - begun) * NANO
        self._meter.frames += frames

    def write(self, address: int, data: bytes) -> None:
        """As the emulator; not counted."""
        self._emulator.write(address, data)

    def snapshot(self) -> Snapshot:
        """As the emulator; counted apart."""
        begun = time.process_time_ns()
        taken = self._emulator.snapshot()
        self._meter.copying += (time.process_time_ns() - begun) * NANO
        self._meter.copies += 1
        return taken

    def save_state(self) -> EmulatorState:
        """As the emulator."""
        begun = time.process_time_ns()
        state = self._emulator.save_state()
        self._meter.inside += (time.process_time_ns() - begun) * NANO
        self._meter.saves += 1
        return state

    def load_state(self, state: EmulatorState) -> None:
        """As the emulator."""
        begun = time.process_time_ns()
        self._emulator.load_state(state)
        self._meter.inside += (time.process_time_ns() - begun) * NANO
        self._meter.saves += 1

    def framebuffer(self) -> Pixels:
        """As the emulator; not counted."""
        return self._emulator.framebuffer()

    def draw(self, enabled: bool) -> None:  # noqa: FBT001 - the protocol's own switch
        """As the emulator."""
        self._emulator.draw(enabled)

    def video_memory(self) -> bytes:
        """As the emulator; counted apart, as the copy that it is."""
        begun = time.process_time_ns()
        taken = self._emulator.video_memory()
        self._meter.copying += (time.process_time_ns() - begun) * NANO
        return taken
