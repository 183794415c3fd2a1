"""Decode the open menu: which, where its cursor stands, and its entries."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.memory import Snapshot
from gbatool.profile import Profile


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry: a stable id and the label as shown (None when the text can't be read)."""

    id: str
    label: str | None


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu. ``cursor`` indexes ``entries``."""

    id: str
    cursor: int
    entries: tuple[MenuEntry, ...]


def decode_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    """Read the open menu; None when none is open.

    Raises:
        DecodeError: The cursor stands outside its menu.
        UnprovenSymbolError: The profile can't tell whether one is open.
    """
    raise NotImplementedError
