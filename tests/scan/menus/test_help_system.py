"""The help's flag: known by when the game puts a wrong value right, and when it leaves it alone."""

from __future__ import annotations

from typing import Any

import pytest

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.lab.battle_explore import named_by_rom
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.menus.help_system import InHelpSystem, label_help
from tests.scan.staging import Derived, check_told_apart, proposals, starting_at, unused

FLAG = "sInHelpSystem"
SPARE = ("gBattleOutcome", "gBattleWeather", "gAbsentBattlerFlags", "gBattleTerrain")


class Help:
    """An emulator whose game has a help that L opens, with two more bytes that go with its flag.

    Args:
        emulator: The game without it.
        is_open: Where it is kept that it is open.
        flag: What the game writes.
        other: Set as it opens, and never put right.
        copy: A copy of the flag, made in every frame.
    """

    def __init__(self, emulator: Any, is_open: int, flag: int, other: int, copy: int) -> None:
        self._emulator, self._open = emulator, is_open
        self._flag, self._other, self._copy = flag, other, copy
        self._held = Buttons.NONE

    def hold(self, buttons: Buttons) -> None:
        """The player can't walk while it is open."""
        self._held = buttons
        covered = self._emulator.live.u8(self._open)
        self._emulator.hold(Buttons.NONE if covered else buttons & ~Buttons.L)

    def run(self, frames: int = 1) -> None:
        """Frame by frame."""
        for _ in range(frames):
            if not self._emulator.live.u8(self._open):
                opens = bool(self._held & Buttons.L)
                self._emulator.write(self._flag, bytes((opens,)))
                if opens:
                    self._emulator.write(self._open, b"\1")
                    self._emulator.write(self._other, b"\1")
            self._emulator.run()
            self._emulator.write(self._copy, bytes((self._emulator.live.u8(self._flag),)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def staged(base: Derived, lab: Lab) -> tuple[Lab, tuple[int, int, int]]:
    """A game with a help, and where its flag, the other flag and the copy are."""
    spare = [Address(base.answers[name]) for name in SPARE]
    places = named_by_rom(lab.snapshot(OVERWORLD), spare)[:3]
    flag, other, copy = (int(at) for at in places)
    emulator: Any = Help(lab.emulator, unused(lab, 4), flag, other, copy)
    helped = starting_at(lab, OVERWORLD, emulator)
    helped.known[FLAG] = next(iter(proposals(helped, InHelpSystem()).values()))
    return helped, (flag, other, copy)


def test_flags_that_are_not_put_right_or_not_left_alone_are_refuted(
    base: Derived, lab: Lab
) -> None:
    helped, (flag, other, copy) = staged(base, lab)
    helped.known[FLAG] = proposals(helped, InHelpSystem())[flag]
    check_told_apart(helped, FLAG, "another flag of the help's that it sets", other)
    check_told_apart(helped, FLAG, "a copy that is made in every frame", copy)


def test_a_game_without_a_help_has_no_such_flag(lab: Lab) -> None:
    with pytest.raises(ProbeError, match="L opens nothing"):
        label_help(starting_at(lab, OVERWORLD))
