"""An open menu as lines: its entries in their columns, a mark before the chosen one."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gbatool.decode.menu import Menu, MenuEntry
from gbatool.decode.naming import NamingScreen

AROUND = 30
"""Entries of a long list that are shown before and after the cursor."""


def menu_lines(menu: Menu) -> RenderableType:
    """The menu with its cursor."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    first, last = _window(menu)
    for start in range(first, last, menu.columns):
        row = range(start, min(start + menu.columns, len(menu.entries)))
        grid.add_row(*(_cell(menu, index) for index in row))
    asked = [Text(line, style="italic") for line in menu.question or ()]
    lines: list[RenderableType] = [_title(menu), *asked, grid]
    if menu.naming is not None:
        lines.append(Text(naming_words(menu.naming)))
    hidden = len(menu.entries) - (last - first)
    if hidden > 0:
        lines.append(Text(f"{hidden} more entries", style="dim"))
    return Group(*lines)


def _window(menu: Menu) -> tuple[int, int]:
    """First and last index of the entries to show: all, or ``AROUND`` rows around the cursor."""
    row = menu.cursor // menu.columns
    first = max(0, row - AROUND) * menu.columns
    last = min(len(menu.entries), (row + AROUND + 1) * menu.columns)
    return first, last


def _title(menu: Menu) -> Text:
    about = [f"menu {menu.id}"]
    if menu.battler is not None:
        about.append(f"battler {menu.battler}")
    if menu.pocket is not None:
        about.append(f"pocket {menu.pocket.replace('_', ' ')}")
    if menu.takes_input is False:
        about.append("not ready")
    return Text(", ".join(about), style="bold")


def _cell(menu: Menu, index: int) -> Text:
    here = index == menu.cursor
    words = f"{'▶' if here else ' '} {entry_words(menu.entries[index])}"
    return Text(words, style="bold" if here else "")


def entry_words(entry: MenuEntry) -> str:
    """The label, or the id where there is none, and the number shown with it.

    >>> entry_words(MenuEntry("move_0", "RUB", amount=5, most=20)), entry_words(MenuEntry("no", None))
    ('RUB 5/20', '(no)')
    """
    label = entry.label if entry.label is not None else f"({entry.id})"
    if entry.amount is None:
        return label
    most = f"/{entry.most}" if entry.most is not None else ""
    return f"{label} {entry.amount}{most}"


def naming_words(naming: NamingScreen) -> str:
    """The text typed so far, its greatest length, and what is named."""
    species = f" ({naming.species.name or naming.species.id})" if naming.species else ""
    subject = f" for {naming.subject}" if naming.subject else ""
    return f"typed {naming.text!r} of {naming.most} characters{subject}{species}"
