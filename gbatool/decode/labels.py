"""Read the labels of menu entries from the ROM's own tables.

A window keeps pixels, not text, so what is on screen is read from the table that was drawn. Where
the profile doesn't know the table, a label is None: the entry's id still names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gbatool.decode.fields import check_pointer, read_array, read_entry, read_record
from gbatool.decode.header import text_form
from gbatool.decode.save import decode_player_name
from gbatool.engine.layouts import entry_address
from gbatool.engine.text import Part, read_bytes, read_string, tokenize
from gbatool.errors import DecodeError
from gbatool.memory import EWRAM, IWRAM, ROM, Snapshot
from gbatool.profile import Profile

LABEL_BYTES = 64
ANYWHERE = (EWRAM, IWRAM, ROM)


@dataclass(frozen=True, slots=True)
class ListItem:
    """An entry of a scrolling list: its label, and the number that its owner gave it."""

    label: str
    id: int


def start_menu_labels(ram: Snapshot, profile: Profile, order: Sequence[int]) -> list[str | None]:
    """The start menu's entries, by ``sStartMenuActionTable``.

    Raises:
        DecodeError: The table's text can't be read.
    """
    table = "sStartMenuActionTable"
    if not profile.has(table):
        return [None] * len(order)
    base = profile.address(table)
    return [_action_label(ram, profile, table, base, entry) for entry in order]


def yes_no_labels(ram: Snapshot, profile: Profile) -> list[str | None]:
    """Yes and no in the ROM's language, by ``gText_YesNo``: two lines of one text.

    Raises:
        DecodeError: The text does not hold two lines.
    """
    symbol = "gText_YesNo"
    if not profile.has(symbol):
        return [None, None]
    address = profile.address(symbol)
    lines = read_label(ram, profile, symbol, address).split("\n")
    if len(lines) != 2:
        raise DecodeError(symbol, address, observed=f"{len(lines)} lines", expected="two lines")
    return [*lines]


def multichoice_labels(
    ram: Snapshot, profile: Profile, list_id: int, count: int
) -> list[str | None]:
    """Entries of a numbered multiple choice, by ``sMultichoiceLists``.

    Raises:
        DecodeError: The list has another number of entries than the menu.
    """
    table = "sMultichoiceLists"
    if not profile.has(table):
        return [None] * count
    record = read_entry(ram, profile, table, list_id, profile.structures.choice_list)
    if record["count"] != count:
        raise record.error("count", record["count"], f"{count}")
    size = count * profile.structures.menu_action.itemsize
    actions = check_pointer(
        ram, record.name, record.at("actions"), record["actions"], size=size, align=4
    )
    return [_action_label(ram, profile, record.name, actions, index) for index in range(count)]


def grid_labels(ram: Snapshot, profile: Profile, symbol: str, count: int) -> list[str | None]:
    """Entries of a menu that is printed as one text, with line breaks and jumps between them.

    Raises:
        DecodeError: The text does not hold as many entries.
    """
    if not profile.has(symbol):
        return [None] * count
    address = profile.address(symbol)
    data = read_bytes(ram, symbol, address, LABEL_BYTES)
    labels = [""]
    for token in tokenize(data, symbol, address, text_form(profile)):
        if token.part is Part.GLYPH:
            labels[-1] += token.text
        elif labels[-1]:
            labels.append("")
    labels = [label.strip() for label in labels if label.strip()]
    if len(labels) != count:
        raise DecodeError(
            symbol, address, observed=f"{len(labels)} entries", expected=f"{count} entries"
        )
    return [*labels]


def list_labels(
    ram: Snapshot, profile: Profile, address: int, items: int, total: int
) -> list[ListItem]:
    """Entries of a scrolling list, by the item array that its owner made.

    Raises:
        DecodeError: The array or a text of it lies outside memory.
    """
    field = "ListMenu.items"
    layout = profile.structures.list_item
    size = total * layout.itemsize
    at = check_pointer(ram, field, address, items, size=size, regions=ANYWHERE, align=4)
    records = read_array(ram, field, at, layout, total)
    return [
        ListItem(
            read_label(ram, profile, f"{field}[{index}]", int(record["text"])), int(record["id"])
        )
        for index, record in enumerate(records)
    ]


def action_label(ram: Snapshot, profile: Profile, symbol: str, index: int) -> str | None:
    """A label of a table of texts and functions; None when the profile doesn't know the table.

    Raises:
        DecodeError: Its text can't be read.
    """
    if not profile.has(symbol):
        return None
    return _action_label(ram, profile, symbol, profile.address(symbol), index)


def _action_label(ram: Snapshot, profile: Profile, field: str, base: int, index: int) -> str:
    layout = profile.structures.menu_action
    record = read_record(ram, f"{field}[{index}]", entry_address(base, layout, index), layout)
    return read_label(ram, profile, record.called("text"), record["text"])


def read_label(ram: Snapshot, profile: Profile, field: str, address: int) -> str:
    """A label, the player's name put in.

    Raises:
        DecodeError: It can't be read or does not end.
    """
    return read_string(
        ram,
        field,
        address,
        LABEL_BYTES,
        text_form(profile),
        player=decode_player_name(ram, profile),
    )
