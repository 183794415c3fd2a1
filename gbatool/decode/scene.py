"""Decode the scene: what the game is doing, and whether it takes field input."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gbatool.memory import Snapshot
from gbatool.profile import Profile


class Mode(str, Enum):
    """What the game is doing."""

    OVERWORLD = "overworld"
    DIALOG = "dialog"
    MENU = "menu"
    BATTLE = "battle"
    BATTLE_WON = "battle_won"
    BATTLE_LOST = "battle_lost"
    BATTLE_OVER = "battle_over"
    NAMING = "naming"
    TRANSITION = "transition"
    INTRO = "intro"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the game is doing.

    Attributes:
        mode: See :class:`Mode`.
        input_ready: A direction pressed now would be taken by the player.
        waiting_for_advance: A fresh press of A would advance a text, and only that.
        because: What told it: names of the symbols and their values, in words.
    """

    mode: Mode
    input_ready: bool
    waiting_for_advance: bool
    because: str


def decode_scene(ram: Snapshot, profile: Profile) -> Scene:
    """Tell the mode. Never raises for what the game allows; UNKNOWN says why in ``because``."""
    raise NotImplementedError
