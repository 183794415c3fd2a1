"""Decode the field's menus: the start menu, yes and no, the choices of scripts, scrolling lists."""

from __future__ import annotations

import dataclasses

from gbatool.decode.fields import Record, check_range, read_array, read_byte, read_record
from gbatool.decode.labels import (
    list_labels,
    multichoice_labels,
    start_menu_labels,
    yes_no_labels,
)
from gbatool.decode.menu_model import Menu, MenuEntry, make_menu
from gbatool.decode.menu_tasks import (
    CHOICE_TASK,
    START_COUNT,
    START_CURSOR,
    START_ORDER,
    YES_NO_TASK,
    OpenMenu,
    knows_start_callback,
    shared_cursor,
)
from gbatool.decode.script import TASKS, Task, asked_list, task_data
from gbatool.engine import menus
from gbatool.engine.menus import LIST_CANCEL, YES_NO_DELAY, YES_NO_TIMER
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile


def decode_start_menu(ram: Snapshot, profile: Profile) -> Menu:
    """The start menu's entries, in the order shown.

    What an entry leads to runs in the same task: without the callback that tells, the entry may have
    been chosen already.

    Raises:
        DecodeError: Cursor, number or order of the entries can't be right.
        UnprovenSymbolError: The profile lacks one of them.
    """
    profile.address(START_COUNT)
    known = profile.family.menus.start_menu
    count = read_byte(ram, profile, START_COUNT, 1, len(known))
    cursor = read_byte(ram, profile, START_CURSOR, 0, count - 1)
    at = profile.address(START_ORDER)
    order = [int(entry) for entry in read_array(ram, START_ORDER, at, "u1", count)]
    for index, entry in enumerate(order):
        check_range(f"{START_ORDER}[{index}]", at + index, entry, 0, len(known) - 1)
    if len(set(order)) != count:
        raise DecodeError(START_ORDER, at, observed=order, expected=f"{count} different entries")
    ids = [known[entry] for entry in order]
    menu = make_menu("start_menu", cursor, ids, start_menu_labels(ram, profile, order))
    if knows_start_callback(profile):
        return menu
    return dataclasses.replace(menu, takes_input=None)


def decode_yes_no(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    """A question of yes and no; a script's one ignores input in its first frames.

    Raises:
        DecodeError: The cursor is none of such a question.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    cursor, _, shared = shared_cursor(ram, profile)
    shared.check("max_cursor_pos", 1, 1)
    menu = make_menu("yes_no", cursor, ["yes", "no"], yes_no_labels(ram, profile))
    by_script = profile.is_function(found.task.function, YES_NO_TASK)
    ignores = by_script and found.task.data[YES_NO_TIMER] < YES_NO_DELAY
    return dataclasses.replace(menu, takes_input=not ignores)


def decode_multichoice(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    """A script's choice, in one column or in a grid.

    Its labels are those of the list that the script's command names. A choice that another routine put
    together, as that of the PC, has none: its task can name a list all the same.

    Raises:
        DecodeError: The cursor stands outside it, or the list has another number of entries.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    cursor, count, shared = shared_cursor(ram, profile)
    ids = [f"choice_{index}" for index in range(count)]
    number = asked_list(ram, profile)
    labels = [None] * count if number is None else multichoice_labels(ram, profile, number, count)
    columns = 1 if found.name == CHOICE_TASK else shared.check("columns", 1, count)
    return make_menu("multichoice", cursor, ids, labels, columns)


def decode_list(ram: Snapshot, profile: Profile, task: Task) -> Menu:
    """A list that scrolls, by the data of its task; ``number`` is what its owner calls an entry.

    The task only holds the list. Whether keys are looked at is its owner's business.

    Raises:
        DecodeError: The cursor stands outside it, or its entries lie outside memory.
    """
    name, layout = f"{TASKS}[{task.index}]", profile.structures.list_menu
    record = read_record(ram, name, task_data(profile, task), layout)
    record.check("total_items", 1, menus.LIST_MENU_MOST)
    return scrolling_list(ram, profile, "list", record, "scroll")


def scrolling_list(
    ram: Snapshot, profile: Profile, menu: str, record: Record, cursor_field: str
) -> Menu:
    """A list that scrolls; nothing tells whether it looks at keys.

    Args:
        ram: The snapshot.
        profile: Of its ROM.
        menu: The menu's id.
        record: Its structure, whose ``total_items`` was checked.
        cursor_field: Which field to name when the cursor can't be right.

    Raises:
        DecodeError: The cursor stands outside it, or its entries lie outside memory.
    """
    total, scroll = record["total_items"], record["scroll"]
    cursor = scroll + record["row"]
    return Menu(
        id=menu,
        cursor=record.check_value(cursor_field, cursor, 0, total - 1, called="cursorPos"),
        entries=_list_entries(ram, profile, record.at("items"), record["items"], total),
        takes_input=None,
        scroll=scroll,
        shown=record["most_shown"],
    )


def _list_entries(
    ram: Snapshot, profile: Profile, address: int, items: int, total: int
) -> tuple[MenuEntry, ...]:
    """Entries of a list by its array of items; ``address`` is where the pointer to it stands."""
    shown = list_labels(ram, profile, address, items, total)
    cancels = [item.id for item in shown].count(LIST_CANCEL) == 1
    return tuple(
        MenuEntry(
            "cancel" if cancels and item.id == LIST_CANCEL else f"choice_{index}",
            item.label,
            number=item.id,
        )
        for index, item in enumerate(shown)
    )
