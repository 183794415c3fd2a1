"""Screens that a hack may show before its first map, in front of a double that they hide.

Each is a rule over one number, what is entered or where the cursor is, so that a test shows all
that it does. A press counts when a button goes down, as in the games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256

import numpy as np

from gbatool.core import Buttons, EmulatorState
from gbatool.memory import Snapshot
from gbatool.scan.lab.other_ways import PALETTE_BYTES
from tests.actions.worlds import TOWN, open_double
from tests.double import Double
from tests.ram import RamBuilder

PASSED = -1
TILES = 8
"""A screen draws as many tiles that no other one has."""
A, B, SELECT, START = Buttons.A, Buttons.B, Buttons.SELECT, Buttons.START
DOWN, UP, LEFT, RIGHT, R = Buttons.DOWN, Buttons.UP, Buttons.LEFT, Buttons.RIGHT, Buttons.R
Screen = Callable[[int, Buttons, int], int]
"""From its number, the button that goes down and the frames since the last one to its next number."""
NOWHERE = RamBuilder().build()


def moved(at: int, button: Buttons, back: Buttons, on: Buttons, last: int) -> int:
    """The entry that the cursor is on after a press, where it does not wrap."""
    return min(max(at + (button == on) - (button == back), 0), last)


def only_start(at: int, button: Buttons, _: int) -> int:
    """A title that START passes the third time in a row; A begins again."""
    if button == START:
        return PASSED if at == 2 else at + 1
    return 0 if button == A else at


def last_entry(at: int, button: Buttons, _: int) -> int:
    """A challenge menu whose last entry closes it."""
    return PASSED if button == A and at == 9 else moved(at, button, UP, DOWN, 9)


def above_the_first(at: int, button: Buttons, _: int) -> int:
    """A menu that only goes up, by wrapping, to the entry that closes it."""
    if button == UP:
        return (at - 1) % 10
    return PASSED if button == A and at == 9 else moved(at, button, UP, DOWN, 5)


def pages_in_between(at: int, button: Buttons, _: int) -> int:
    """Settings that open on A and close on B."""
    if at >= 100:
        return at - 100 if button == B else at
    if button == A:
        return PASSED if at == 5 else at + 100
    return moved(at, button, UP, DOWN, 5)


def confirms_too_early(at: int, button: Buttons, _: int) -> int:
    """A list on which A goes back to the first entry."""
    if button == A:
        return PASSED if at == 9 else 0
    return moved(at, button, UP, DOWN, 9)


def boxes_in_a_row(at: int, button: Buttons, _: int) -> int:
    """Characters to choose from; only the last may be chosen."""
    return PASSED if button == A and at == 3 else moved(at, button, LEFT, RIGHT, 3)


def pages(at: int, button: Buttons, _: int) -> int:
    """Pages that R turns; A closes the last."""
    return PASSED if button == A and at == 4 else moved(at, button, Buttons.L, R, 4)


def no_is_right(at: int, button: Buttons, _: int) -> int:
    """A question that is asked again for as long as it is confirmed."""
    if button == B:
        return PASSED
    return (at + 1) % 4 if button == A else at


def name_presets(at: int, button: Buttons, _: int) -> int:
    """A list of names, NEW NAME first, which leads to an empty keyboard and back."""
    if at >= 100:
        return 0 if button in (A, B, START) else at
    if button == A:
        return 100 if at == 0 else PASSED
    return moved(at, button, UP, DOWN, 4)


def keyboard(at: int, button: Buttons, _: int) -> int:
    """A keyboard of five rows of ten without START; its last key is OK, and takes no empty name."""
    letters, key = divmod(at, 50)
    row, column = divmod(key, 10)
    if button == A:
        if key == 49:
            return PASSED if letters else at
        return at + 50 * (letters < 7)
    if button == B:
        return at - 50 * (letters > 0)
    row = moved(row, button, UP, DOWN, 4)
    column = (column + (button == RIGHT) - (button == LEFT)) % 10
    return 50 * letters + 10 * row + column


def after_a_pause(at: int, button: Buttons, pause: int) -> int:
    """A logo that heeds no key soon after another."""
    return PASSED if button == A and pause > 50 else at


def only_select(at: int, button: Buttons, _: int) -> int:
    """A title of a test build, on which SELECT alone starts a game."""
    return PASSED if button == SELECT else at


def dead_end(at: int, button: Buttons, _: int) -> int:
    """A long speech; START near its end stops the game for good."""
    if at == 100 or (button == START and at >= 40):
        return 100
    if button == A:
        return PASSED if at == 60 else at + 1
    return at


SCREENS: tuple[Screen, ...] = (
    *(only_start, last_entry, above_the_first, pages_in_between, confirms_too_early),
    *(boxes_in_a_row, pages, no_is_right, name_presets, keyboard, after_a_pause, dead_end),
)
"""All but the one that wants SELECT."""


class Intro:
    """An emulator that shows screens, one after the other, and then the double.

    Args:
        screens: The screens.
        film: Whether every look at a screen shows other tiles.
    """

    def __init__(self, *screens: Screen, film: bool = False) -> None:
        self.double: Double = open_double(TOWN)
        self.pressed: list[Buttons] = []
        self._screens, self._film = screens, film
        self._number = self._at = self._pause = self._frame = 0
        self._held = Buttons.NONE

    def __getattr__(self, name: str) -> object:
        return getattr(self.double, name)

    @property
    def in_front(self) -> bool:
        """Whether a screen still hides the double."""
        return self._number < len(self._screens)

    @property
    def frame(self) -> int:
        return self._frame

    @property
    def live(self) -> Snapshot:
        return NOWHERE if self.in_front else self.double.live

    def hold(self, buttons: Buttons) -> None:
        if buttons & ~self._held:
            self.pressed.append(buttons)
        if self.in_front and buttons & ~self._held:
            at = self._screens[self._number](self._at, buttons, self._pause)
            self._pause = 0
            self._number, self._at = (self._number + 1, 0) if at == PASSED else (self._number, at)
        elif not self.in_front:
            self.double.hold(buttons)
        self._held = buttons

    def run(self, frames: int = 1) -> None:
        self._frame += frames
        if self.in_front:
            self._pause += frames
        else:
            self.double.run(frames)

    def save_state(self) -> EmulatorState:
        own = [self._number, self._at, self._pause, self._frame, int(self._held)]
        head = np.frombuffer(json.dumps(own).ljust(80).encode(), np.uint8)
        return EmulatorState(np.concatenate([head, self.double.save_state().data]), self._held)

    def load_state(self, state: EmulatorState) -> None:
        own = json.loads(state.data[:80].tobytes())
        self._number, self._at, self._pause, self._frame, held = own
        self._held = Buttons(held)
        self.double.load_state(EmulatorState(state.data[80:], self._held))

    def video_memory(self) -> bytes:
        if not self.in_front:
            return self.double.video_memory()
        return bytes(PALETTE_BYTES) + b"".join(self._tiles())

    def _tiles(self) -> Iterator[bytes]:
        name = self._screens[self._number].__name__
        for tile in range(TILES):
            shown = f"{name} {self._at} {tile} {self._frame if self._film else ''}"
            yield sha256(shown.encode()).digest()
