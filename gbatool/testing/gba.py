"""The game as a test has it: the ``gba`` fixture of ``gbatool.testing.pytest_plugin``."""

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
    """A game in the state that a test starts from; every test has its own.

    Attributes:
        profile: The ROM's profile, which decoders and actions need.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.profile: Profile = game.profile

    @property
    def emulator(self) -> Emulator:
        """The console, for actions: ``walk_to(gba.emulator, gba.profile, target)``."""
        return self._game.emulator

    def read(self, decode: Callable[[Snapshot, Profile], Decoded]) -> Decoded:
        """Decode something of the present frame.

        Args:
            decode: A decoder of ``gbatool.decode``, such as ``decode_player``, or what makes a
                document in ``gbatool.decode.state``, such as ``map_document``.

        Raises:
            NotLoadedError: The game does not let it be read now.
            DecodeError: A structure holds something that the game can't have.
            UnprovenSymbolError: The profile can't tell it.
        """
        return decode(self._game.snapshot, self.profile)

    def press(self, *buttons: str, hold: int = HOLD_FRAMES) -> PressOutcome:
        """Press buttons one after the other, and see what they began to its end.

        Args:
            buttons: ``"a"``, ``"start"``, or several at once: ``"l+r"``.
            hold: Frames that each is held.

        Raises:
            UsageError: A name is no button's.
        """
        pressed = [parse_buttons(name) for name in buttons]
        return press(self.emulator, self.profile, pressed, hold=hold)

    def run(self, frames: int) -> None:
        """Let frames pass, with nothing pressed."""
        self.emulator.run(frames)
