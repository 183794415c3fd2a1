"""A console that does one thing: A begins a text, printed by a printer that is made on the heap.

The game keeps a list of printers as ``pokeemerald-expansion`` 1.15 does. Beside it stand a copy of
the list's head, and a copy of the printer with a pointer to it; both follow, and nothing reads them.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons, EmulatorState
from gbatool.engine import layouts
from gbatool.engine.text import END
from gbatool.memory import EWRAM, IWRAM, Address, Snapshot, region_of
from gbatool.scan.lab.autopilot import Walking
from gbatool.scan.lab.laboratory import Lab

POSITION, HELD, SCRIPT = Address(0x03000010), Address(0x03000020), Address(0x03000030)
HEAD, HEAD_COPY, FOLLOWER_HEAD = Address(0x02000100), Address(0x02000200), Address(0x02000300)
PRINTER, FOLLOWER = Address(0x02000400), Address(0x02000500)
TEXT = Address(0x02000600)
LETTERS = bytes(0xBB + i % 26 for i in range(70)) + bytes((END,))
RECORD, TYPE, FLAGS, STATE, DELAY, NEXT = 0x30, 4, 0x23, 0x24, 0x25, 0x2C
ACTIVE, IN_USE = 1 << 6, 1 << 7
NO_SCRIPT, PRINTS, WAITS = 0, 1, 2
STEP_AT = 9
"""Frames that a direction is held before the player moves."""


class ListConsole:
    """An emulator; see the module."""

    def __init__(self) -> None:
        self.ram = {region: np.zeros(region.size, np.uint8) for region in (EWRAM, IWRAM)}
        self.frame = 0
        self.held = self._before = Buttons.NONE
        self.write(TEXT, LETTERS)
        self.write(POSITION, (20).to_bytes(2, "little") * 2)

    @property
    def live(self) -> Snapshot:
        return Snapshot(self.ram[EWRAM], self.ram[IWRAM], np.zeros(0x100, np.uint8), self.frame)

    def snapshot(self) -> Snapshot:
        ewram, iwram = (self.ram[region].copy() for region in (EWRAM, IWRAM))
        return Snapshot(ewram, iwram, np.zeros(0x100, np.uint8), self.frame)

    def draw(self, enabled: bool) -> None:
        """Nothing is drawn."""

    def hold(self, buttons: Buttons) -> None:
        self.held = buttons

    def write(self, address: int, data: bytes) -> None:
        region = region_of(address)
        assert region in self.ram
        at = address - region.base
        self.ram[region][at : at + len(data)] = np.frombuffer(data, np.uint8)

    def save_state(self) -> EmulatorState:
        extra = np.array([self.frame, int(self._before)], "<u4").view(np.uint8)
        return EmulatorState(np.concatenate([*self.ram.values(), extra]), self.held)

    def load_state(self, state: EmulatorState) -> None:
        self.ram[EWRAM][:] = state.data[: EWRAM.size]
        self.ram[IWRAM][:] = state.data[EWRAM.size : EWRAM.size + IWRAM.size]
        frame, before = state.data[EWRAM.size + IWRAM.size :].view("<u4").tolist()
        self.frame, self._before, self.held = frame, Buttons(before), state.held

    def run(self, frames: int = 1) -> None:
        for _ in range(frames):
            pressed = bool(self.held & ~self._before & (Buttons.A | Buttons.B))
            self._print(pressed=pressed)
            self._follow_script(pressed=pressed)
            self._walk()
            self._mirror()
            self._before = self.held
            self.frame += 1

    def _u32(self, address: int) -> int:
        return self.live.u32(address) if self.live.holds(address, 4) else 0

    def _put(self, address: int, value: int, size: int = 4) -> None:
        self.write(address, value.to_bytes(size, "little"))

    def _printers(self) -> list[int]:
        found: list[int] = []
        at = self._u32(HEAD)
        while at and at not in found and self.live.holds(at, RECORD):
            found.append(at)
            at = self._u32(at + NEXT)
        return found

    def _print(self, *, pressed: bool) -> None:
        for at in self._printers():
            if self.live.u8(at + FLAGS) & ACTIVE:
                self._read_on(at, pressed=pressed)
        kept = [at for at in self._printers() if self.live.u8(at + FLAGS) & IN_USE]
        if kept != self._printers():
            for at, follower in zip((HEAD, *(one + NEXT for one in kept)), (*kept, 0), strict=True):
                self._put(at, follower)

    def _read_on(self, at: int, *, pressed: bool) -> None:
        state, delay = self.live.u8(at + STATE), self.live.u8(at + DELAY)
        if state in (layouts.PRINTER_WAIT, layouts.PRINTER_CLEAR, layouts.PRINTER_SCROLL_PROMPT):
            self._put(at + STATE, 0 if pressed else state, 1)
        elif delay:
            self._put(at + DELAY, delay - 1, 1)
        elif self.live.u8(self._u32(at)) == END:
            self._put(at + FLAGS, self.live.u8(at + FLAGS) & ~(ACTIVE | IN_USE), 1)
        else:
            self._put(at, self._u32(at) + 1)
            self._put(at + DELAY, 1, 1)

    def _follow_script(self, *, pressed: bool) -> None:
        script = self.live.u8(SCRIPT)
        printing = any(self.live.u8(at + FLAGS) & ACTIVE for at in self._printers()[:1])
        if script == NO_SCRIPT and pressed:
            record = bytearray(RECORD)
            record[:4] = int(TEXT).to_bytes(4, "little")
            record[FLAGS], record[6], record[0x20] = ACTIVE | IN_USE | 1, 1, 3
            self.write(PRINTER, bytes(record))
            self._put(HEAD, PRINTER)
            self._put(SCRIPT, PRINTS, 1)
        elif script == PRINTS and not printing:
            self._put(SCRIPT, WAITS, 1)
        elif script == WAITS and pressed:
            self._put(SCRIPT, NO_SCRIPT, 1)
            self._put(HEAD, 0)

    def _walk(self) -> None:
        ways = {
            Buttons.RIGHT: (0, 1),
            Buttons.LEFT: (0, -1),
            Buttons.UP: (2, -1),
            Buttons.DOWN: (2, 1),
        }
        way = ways.get(self.held)
        frames = self.live.u8(HELD) + 1 if way and self.live.u8(SCRIPT) == NO_SCRIPT else 0
        if way and frames == STEP_AT:
            field, by = way
            self._put(POSITION + field, self.live.s16(POSITION + field) + by, 2)
        self._put(HELD, min(frames, STEP_AT + 1), 1)

    def _mirror(self) -> None:
        head = self._u32(HEAD)
        self._put(HEAD_COPY, head)
        self._put(FOLLOWER_HEAD, FOLLOWER if head else 0)
        if self.live.holds(head, RECORD):
            self.write(FOLLOWER, self.live.read(head, RECORD).tobytes())


def list_lab() -> Lab:
    """A laboratory on such a console, with nothing known."""
    console = ListConsole()
    walking = Walking(console.save_state(), (POSITION,), (), presses=0, frames=0)
    return Lab(console, walking)  # type: ignore[arg-type]
