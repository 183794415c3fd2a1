"""Play the cartridge with its answer key: walk, talk, read memory by symbol."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gbatool.core import Buttons, Emulator, EmulatorState, open_emulator
from tests.cartridges import Cartridge, cartridge

KEYS = {(0, -1): Buttons.UP, (0, 1): Buttons.DOWN, (-1, 0): Buttons.LEFT, (1, 0): Buttons.RIGHT}
OBJECT_SIZE, TASK_SIZE, PRINTER_SIZE = 0x24, 0x28, 0x24
MAP_OFFSET = 7
SOUTH, NORTH, WEST, EAST = 1, 2, 3, 4
PATIENCE = 3000
"""Frames after which something that should have happened has not."""


@dataclass
class Play:
    """A running cartridge; addresses come from its answer key."""

    cart: Cartridge
    emulator: Emulator

    def address(self, name: str, offset: int = 0) -> int:
        return self.cart.key[name] + offset

    def u8(self, name: str, offset: int = 0) -> int:
        return self.emulator.live.u8(self.address(name, offset))

    def u16(self, name: str, offset: int = 0) -> int:
        return self.emulator.live.u16(self.address(name, offset))

    def s16(self, name: str, offset: int = 0) -> int:
        return self.emulator.live.s16(self.address(name, offset))

    def u32(self, name: str, offset: int = 0) -> int:
        return self.emulator.live.u32(self.address(name, offset))

    def function(self, name: str, offset: int = 0) -> str:
        """The function that a pointer in RAM points at."""
        value = self.u32(name, offset) & ~1
        return next((n for n, address in self.cart.key.items() if address == value), "")

    def run(self, frames: int = 1, keys: Buttons = Buttons.NONE) -> None:
        self.emulator.hold(keys)
        self.emulator.run(frames)
        self.emulator.hold(Buttons.NONE)

    def frames_until(
        self, happened: Callable[[], bool], keys: Buttons = Buttons.NONE, limit: int = PATIENCE
    ) -> int:
        """Index of the first frame after which the condition holds, counted from 0."""
        for index in range(limit):
            self.run(1, keys)
            if happened():
                return index
        raise AssertionError(f"nothing happened in {limit} frames")

    # Reading.

    @property
    def player(self) -> int:
        """Offset of the player's object event."""
        return self.u8("gPlayerAvatar", 5) * OBJECT_SIZE

    @property
    def at(self) -> tuple[int, int]:
        """The player's cell, buffer coordinates."""
        player = self.player
        return self.s16("gObjectEvents", player + 0x10), self.s16("gObjectEvents", player + 0x12)

    @property
    def came_from(self) -> tuple[int, int]:
        player = self.player
        return self.s16("gObjectEvents", player + 0x14), self.s16("gObjectEvents", player + 0x16)

    @property
    def facing(self) -> int:
        return self.u8("gObjectEvents", self.player + 0x18) & 15

    @property
    def elevation(self) -> int:
        return self.u8("gObjectEvents", self.player + 0xB) & 15

    @property
    def locked(self) -> bool:
        return self.u8("sLockFieldControls") != 0

    @property
    def callback2(self) -> str:
        return self.function("gMain", 4)

    @property
    def fading(self) -> bool:
        return bool(self.u8("gPaletteFade", 7) & 0x80)

    @property
    def native(self) -> str:
        """The native function that the script waits in; None if it runs byte code."""
        mode = self.u8("sGlobalScriptContext", 1)
        return self.function("sGlobalScriptContext", 4) if mode == 2 else ""

    @property
    def printer_state(self) -> int | None:
        active = self.u8("sTextPrinters", 0x1B)
        return self.u8("sTextPrinters", 0x1C) if active else None

    @property
    def tasks(self) -> list[str]:
        """The functions of the active tasks."""
        offsets = range(0, 16 * TASK_SIZE, TASK_SIZE)
        return [self.function("gTasks", o) for o in offsets if self.u8("gTasks", o + 4)]

    def pointed(self, pointer: str, offset: int, size: int) -> bytes:
        return self.emulator.live.read(self.u32(pointer) + offset, size).tobytes()

    def pointed_at(self, structure: str, offset: int, size: int) -> bytes:
        """Bytes behind the pointer in a structure."""
        return self.emulator.live.read(self.u32(structure, offset), size).tobytes()

    @property
    def place(self) -> tuple[int, int]:
        """Map group and number from the save block."""
        group, number = self.pointed("gSaveBlock1Ptr", 4, 2)
        return group, number

    def block(self, x: int, y: int) -> int:
        width = self.u32("gBackupMapLayout")
        return self.emulator.live.u16(self.u32("gBackupMapLayout", 8) + 2 * (y * width + x))

    # Doing.

    def turn(self, keys: Buttons) -> None:
        """Tap a direction, and wait long enough for the bump that follows if the player faced it."""
        self.run(1, keys)
        self.run(40)

    def people(self) -> set[tuple[int, int]]:
        found = set()
        for offset in range(0, 16 * OBJECT_SIZE, OBJECT_SIZE):
            if self.u8("gObjectEvents", offset) & 1 and offset != self.player:
                x, y = (self.s16("gObjectEvents", offset + o) for o in (0x10, 0x12))
                found.add((x, y))
        return found

    def go(self, x: int, y: int) -> None:
        """Walk to a map-local cell around walls, water, ledges and NPCs."""
        goal = (x + MAP_OFFSET, y + MAP_OFFSET)
        for _ in range(200):
            if self.at == goal:
                self.run(20)
                return
            start, step = self.at, self._first_step(goal)
            self.frames_until(lambda start=start: self.at != start, KEYS[step], 60)  # type: ignore[misc]
            self.frames_until(lambda: self.at == self.came_from, limit=40)
            self.run(2)
        raise AssertionError(f"did not arrive at {goal}, is at {self.at}")

    def _first_step(self, goal: tuple[int, int]) -> tuple[int, int]:
        width, height = self.u32("gBackupMapLayout"), self.u32("gBackupMapLayout", 4)
        people, seen = self.people(), {goal: goal}
        queue = deque([goal])
        while queue:
            cell = queue.popleft()
            for dx, dy in KEYS:
                near = (cell[0] + dx, cell[1] + dy)
                inside = 7 <= near[0] < width - 8 and 7 <= near[1] < height - 7
                if near in seen or not inside:
                    continue
                if near == self.at:
                    return -dx, -dy
                block = self.block(*near)
                if block & 0xC00 or block >> 12 == 1 or near in people:
                    continue
                seen[near] = cell
                queue.append(near)
        raise AssertionError(f"no way from {self.at} to {goal}")

    def settle(self) -> None:
        """Run frames until the player has control."""
        self.frames_until(lambda: self.callback2 == "CB2_Overworld" and not self.locked)
        self.run(4)

    def save(self) -> EmulatorState:
        return self.emulator.save_state()

    def load(self, state: EmulatorState) -> None:
        self.emulator.load_state(state)


def power_on(name: str = "base") -> Play:
    """A cartridge at power-on."""
    cart = cartridge(name)
    return Play(cart, open_emulator(cart.load()))


def bedroom(name: str = "base") -> Play:
    """A cartridge in the player's own room, reached by pressing A."""
    play = power_on(name)
    for _ in range(300):
        play.run(2, Buttons.A)
        play.run(6)
        if play.callback2 == "CB2_Overworld" and not play.locked:
            play.run(60)
            return play
    raise AssertionError("the introduction does not end")


def to_house(play: Play) -> None:
    """From the bedroom down the stairs."""
    play.go(10, 2)
    play.frames_until(lambda: play.locked, Buttons.RIGHT)
    play.settle()


def to_town(play: Play) -> None:
    """From the house out of the door."""
    play.go(3, 9)
    play.frames_until(lambda: play.locked, Buttons.DOWN)
    play.settle()


def to_route(play: Play) -> None:
    """From the town over its northern edge."""
    play.go(14, 0)
    play.frames_until(lambda: play.place == (3, 1), Buttons.UP, 40)
    play.run(40)
