"""Conditions to wait for, written as on the command line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from gbatool.decode.dialog import decode_dialog
from gbatool.decode.menu import decode_menu
from gbatool.decode.player import decode_player
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine.layouts import BORDER
from gbatool.errors import DecodeError, UnprovenSymbolError, UsageError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

Test = Callable[[Snapshot, Profile], bool]
FORMS = "input-ready, dialog, no-dialog, menu, no-menu, mode=MODE, position=X,Y"
UNTOLD_FRAMES = 600
_POSITION = re.compile(r"position=(-?\d{1,5}),(-?\d{1,5})")


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that can become true of a frame. ``text`` is how it was written."""

    text: str
    test: Test

    def holds(self, ram: Snapshot, profile: Profile) -> bool:
        """Whether it is true now; False for a frame that can't be decoded.

        Raises:
            UnprovenSymbolError: The profile can't ever tell.
        """
        with contextlib.suppress(DecodeError):
            return self.test(ram, profile)
        return False


class Lookout:
    """Looks out for a condition while frames pass.

    A frame of which the profile can't tell is one in which it is not seen: whether no menu is open
    can take more to tell than that one is. What can't be told in any frame is an error.
    """

    def __init__(self, condition: Condition, profile: Profile) -> None:
        self._condition, self._profile = condition, profile
        self._untold: UnprovenSymbolError | None = None
        self._told = False

    def sees(self, ram: Snapshot, frames: int) -> bool:
        """Whether it is true now, so many frames after the beginning.

        Raises:
            UnprovenSymbolError: The profile could not tell for ten seconds.
        """
        try:
            met = self._condition.holds(ram, self._profile)
        except UnprovenSymbolError as error:
            self._untold = error
            if frames >= UNTOLD_FRAMES:
                self.give_up()
            return False
        self._told = True
        return met

    def give_up(self) -> None:
        """It was not seen.

        Raises:
            UnprovenSymbolError: The profile could not tell in any frame.
        """
        if self._untold is not None and not self._told:
            raise self._untold


def _input_ready(ram: Snapshot, profile: Profile) -> bool:
    return decode_scene(ram, profile).input_ready


def _dialog(ram: Snapshot, profile: Profile) -> bool:
    return decode_dialog(ram, profile) is not None


def _menu(ram: Snapshot, profile: Profile) -> bool:
    return decode_menu(ram, profile) is not None


def _not(test: Test) -> Test:
    return lambda ram, profile: not test(ram, profile)


def _mode(mode: Mode) -> Test:
    return lambda ram, profile: decode_scene(ram, profile).mode is mode


def _position(x: int, y: int) -> Test:
    def test(ram: Snapshot, profile: Profile) -> bool:
        player = decode_player(ram, profile)
        return (player.x, player.y) == (x, y)

    return test


_SIMPLE: dict[str, Test] = {
    "input-ready": _input_ready,
    "dialog": _dialog,
    "no-dialog": _not(_dialog),
    "menu": _menu,
    "no-menu": _not(_menu),
}


def known_conditions() -> list[str]:
    """Every condition that takes no coordinates, as it is written."""
    return [*_SIMPLE, *(f"mode={mode.value}" for mode in Mode)]


def parse_condition(text: str, *, local: bool = False) -> Condition:
    """Read a condition.

    Args:
        text: As it is written on the command line.
        local: A position is map-local; otherwise it is in buffer coordinates.

    >>> parse_condition("mode=battle").text
    'mode=battle'

    Raises:
        UsageError: It is none; lists those that there are.
    """
    if text in _SIMPLE:
        return Condition(text, _SIMPLE[text])
    if text.startswith("mode="):
        name = text.removeprefix("mode=")
        if name in {mode.value for mode in Mode}:
            return Condition(text, _mode(Mode(name)))
        modes = ", ".join(mode.value for mode in Mode)
        raise UsageError(f"{name!r} is no mode; modes are {modes}", observed=name)
    found = _POSITION.fullmatch(text)
    if found is not None:
        shift = BORDER if local else 0
        return Condition(text, _position(int(found[1]) + shift, int(found[2]) + shift))
    raise UsageError(f"{text!r} is no condition; conditions are {FORMS}", observed=text)
