"""What an open menu is: its entries with stable ids, where its cursor stands, how it is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gbatool.decode.naming import NamingScreen


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry: a stable id and the label as shown (None when the text can't be read).

    Attributes:
        number: The engine's own number of what is offered: a move, an item, a species; None where
            there is none.
        amount: The number shown with it: points left, how many, HP, a price.
        most: The greatest that ``amount`` can be, where it has one: points, HP.
    """

    id: str
    label: str | None
    number: int | None = None
    amount: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu. ``cursor`` indexes ``entries``, which fill ``columns`` row by row.

    Attributes:
        takes_input: Whether it looks at keys now; False while it only shows something or another
            box lies over it, None when the profile can't tell.
        scroll: Of a list that scrolls: the first entry that is on screen.
        shown: Of a list that scrolls: how many entries are on screen at most.
        battler: In a battle: who is asked.
        pocket: Of the bag: the pocket that is open.
        naming: Of a naming screen: what was typed, for what, and where the cursor is.
        question: Lines of the text that stands with it and asks; none where there is no text, None when
            it can't be told.
    """

    id: str
    cursor: int
    entries: tuple[MenuEntry, ...]
    columns: int = 1
    takes_input: bool | None = True
    scroll: int | None = None
    shown: int | None = None
    battler: int | None = None
    pocket: str | None = None
    naming: NamingScreen | None = None
    question: tuple[str, ...] | None = ()


def make_menu(
    menu: str,
    cursor: int,
    ids: Sequence[str],
    labels: Sequence[str | None],
    columns: int = 1,
) -> Menu:
    """A menu whose entries are no more than ids and labels."""
    entries = tuple(MenuEntry(key, label) for key, label in zip(ids, labels, strict=True))
    return Menu(menu, cursor, entries, columns)
