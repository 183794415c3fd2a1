"""Decode the field's menus: the start menu, yes and no, the choices of scripts, scrolling lists."""

from __future__ import annotations

import dataclasses

from gbatool.decode.fields import check_range, read_array, read_record, read_u8
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
    TASKS,
    YES_NO_TASK,
    OpenMenu,
    knows_start_callback,
    shared_cursor,
)
from gbatool.decode.script import Task, task_data
from gbatool.engine import menus
from gbatool.engine.layouts import field_address
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
    at = profile.address(START_COUNT)
    known = profile.family.menus.start_menu
    most = len(known)
    count = check_range(START_COUNT, at, read_u8(ram, START_COUNT, at), 1, most)
    at = profile.address(START_CURSOR)
    cursor = read_u8(ram, START_CURSOR, at)
    check_range(START_CURSOR, at, cursor, 0, count - 1)
    at = profile.address("sStartMenuOrder")
    order = [int(entry) for entry in read_array(ram, "sStartMenuOrder", at, "u1", count)]
    for index, entry in enumerate(order):
        check_range(f"sStartMenuOrder[{index}]", at + index, entry, 0, most - 1)
    if len(set(order)) != count:
        raise DecodeError(
            "sStartMenuOrder", at, observed=order, expected=f"{count} different entries"
        )
    ids = [known[entry] for entry in order]
    menu = make_menu("start_menu", cursor, ids, start_menu_labels(ram, profile, order))
    if knows_start_callback(profile):
        return menu
    return dataclasses.replace(menu, takes_input=None)


def decode_yes_no(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    """A question of yes and no; a script's one is deaf in its first frames.

    Raises:
        DecodeError: The cursor is none of such a question.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    cursor, count, _ = shared_cursor(ram, profile)
    check_range("sMenu.maxCursorPos", profile.address("sMenu") + 4, count - 1, 1, 1)
    menu = make_menu("yes_no", cursor, ["yes", "no"], yes_no_labels(ram, profile))
    by_script = profile.is_function(found.task.function, YES_NO_TASK)
    deaf = by_script and found.task.data[YES_NO_TIMER] < YES_NO_DELAY
    return dataclasses.replace(menu, takes_input=not deaf)


def decode_multichoice(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    """A script's choice, in one column or in a grid.

    Raises:
        DecodeError: The cursor stands outside it, or the list has another number of entries.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    cursor, count, columns = shared_cursor(ram, profile)
    ids = [f"choice_{index}" for index in range(count)]
    if found.name == CHOICE_TASK:
        labels = multichoice_labels(ram, profile, found.task.data[menus.MULTICHOICE_LIST], count)
        return make_menu("multichoice", cursor, ids, labels)
    columns = check_range("sMenu.columns", profile.address("sMenu") + 9, columns, 1, count)
    return make_menu("multichoice", cursor, ids, [None] * count, columns)


def decode_list(ram: Snapshot, profile: Profile, task: Task) -> Menu:
    """A list that scrolls, by the data of its task; ``number`` is what its owner calls an entry.

    The task only holds the list. Whether keys are looked at is its owner's business.

    Raises:
        DecodeError: The cursor stands outside it, or its entries lie outside memory.
    """
    symbol = f"{TASKS}[{task.index}]"
    address, layout = task_data(profile, task), profile.structures.list_menu
    record = read_record(ram, symbol, address, layout)
    total = check_range(
        f"{symbol}.totalItems",
        field_address(address, layout, "total"),
        int(record["total"]),
        1,
        menus.LIST_MENU_MOST,
    )
    scroll, shown = int(record["scroll"]), int(record["most_shown"])
    cursor = scroll + int(record["row"])
    at = field_address(address, layout, "scroll")
    check_range(f"{symbol}.cursorPos", at, cursor, 0, total - 1)
    return Menu(
        id="list",
        cursor=cursor,
        entries=list_entries(ram, profile, address, int(record["items"]), total),
        takes_input=None,
        scroll=scroll,
        shown=shown,
    )


def list_entries(
    ram: Snapshot, profile: Profile, address: int, items: int, total: int
) -> tuple[MenuEntry, ...]:
    """Entries of a list by its array of items.

    Args:
        ram: The snapshot.
        profile: Of its ROM.
        address: Where the pointer to the array stands, for messages.
        items: The pointer.
        total: How many entries there are.

    Raises:
        DecodeError: The array or a text of it lies outside memory.
    """
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
