"""The value of the ``gba`` fixture: a game in the state that a test starts from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gbatool.actions.press import HOLD_FRAMES, PressOutcome, parse_buttons, press
from gbatool.core import Emulator
from gbatool.game import Game
from gbatool.memory import Snapshot
from gbatool.profile import Profile

Decoded = TypeVar("Decoded")


class Gba:
    """A game in the state that a test starts from, opened for each test.

    Attributes:
        profile: The ROM's profile, which decoders and actions take.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.profile: Profile = game.profile

    @property
    def emulator(self) -> Emulator:
        """The console, for actions: ``walk_to(gba.emulator, gba.profile, target)``."""
        return self._game.emulator

    def read(self, decode: Callable[[Snapshot, Profile], Decoded]) -> Decoded:
        """Decode the present frame.

        Args:
            decode: A decoder of ``gbatool.decode``, such as ``decode_player``, or a function of
                ``gbatool.decode.state`` that makes a document, such as ``map_document``.

        Raises:
            NotLoadedError: The part is not loaded in this frame.
            DecodeError: A structure holds an impossible value.
            UnprovenSymbolError: The profile lacks a symbol that it needs.
        """
        return decode(self._game.snapshot, self.profile)

    def press(self, *buttons: str, hold: int = HOLD_FRAMES) -> PressOutcome:
        """Press buttons one after the other, then wait until input is accepted or the mode changes.

        Args:
            buttons: ``"a"``, ``"start"``, or several at once: ``"l+r"``.
            hold: Frames for which each is held.

        Raises:
            UsageError: A name is not that of a button.
        """
        pressed = [parse_buttons(name) for name in buttons]
        return press(self.emulator, self.profile, pressed, hold=hold)

    def run(self, frames: int) -> None:
        """Run frames with the buttons that are held."""
        self.emulator.run(frames)
