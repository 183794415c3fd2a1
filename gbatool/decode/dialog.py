"""Decode the open message box: its lines as the player sees them."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.memory import Snapshot
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open message box.

    Attributes:
        lines: The lines on screen now, half-printed ones included.
        box: The whole text of the box now on screen, up to the next prompt, even if it is not yet
            printed: lines, in order.
        printing: Characters are still coming.
        waiting: It waits for a fresh press of A or B.
        remaining: Everything after this box, as text, empty when this is the last one.
    """

    lines: tuple[str, ...]
    box: tuple[str, ...]
    printing: bool
    waiting: bool
    remaining: str


def decode_dialog(ram: Snapshot, profile: Profile) -> Dialog | None:
    """Read the open message box; None when no box is open.

    Raises:
        DecodeError: The printer points outside its text, or the text holds an unknown code.
    """
    raise NotImplementedError
