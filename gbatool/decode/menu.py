"""Decode the open menu: which, where its cursor stands, and its entries.

``sMenu``, the cursor that most menus share, keeps its last values when no menu uses it: a menu is
open while the task that handles its input is active, and only then is the cursor read.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.battle_menu import decode_battle_menu
from gbatool.decode.fields import check_range, read_array, read_record, read_u8, read_u32
from gbatool.decode.labels import (
    list_labels,
    multichoice_labels,
    start_menu_labels,
    yes_no_labels,
)
from gbatool.decode.main import decode_main
from gbatool.decode.menu_model import Menu, MenuEntry, make_menu
from gbatool.decode.printer import PRINTERS, find_printer
from gbatool.decode.script import Task, active_tasks
from gbatool.engine import layouts
from gbatool.engine.menus import START_MENU_IDS
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

__all__ = ["Menu", "MenuEntry", "OpenMenu", "decode_menu", "find_open_menu", "knows_menus"]

START_TASK, YES_NO_TASK = "Task_StartMenuHandleInput", "Task_YesNoMenu_HandleInput"
CHOICE_TASK, GRID_TASK = "Task_MultichoiceMenu_HandleInput", "Hask_MultichoiceGridMenu_HandleInput"
LIST_TASK = "ListMenuDummyTask"
START_CALLBACK, START_HANDLER = "sStartMenuCallback", "StartCB_HandleInput"
START_COUNT, START_CURSOR = "sNumStartMenuItems", "sStartMenuCursorPos"
SAVE_CALLBACK, SAVE_HANDLER = "sSaveDialogCB", "StartCB_Save2"
SAVE_QUESTIONS = (
    "SaveDialogCB_AskSaveHandleInput",
    "SaveDialogCB_AskOverwriteOrReplacePreviousFileHandleInput",
)
LAST_CURSOR = 20
MENU_TASKS = (YES_NO_TASK, CHOICE_TASK, GRID_TASK, START_TASK, LIST_TASK)
"""Tasks whose activity means that a menu is open, the innermost menu first."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """An open menu, undecoded.

    Attributes:
        name: The kind of menu, by the task that usually handles its input.
        task: The task that does so here.
        because: What told it, in words.
    """

    name: str
    task: Task
    because: str


def decode_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    """Read the open menu; None when none of those that the profile knows is open.

    Raises:
        DecodeError: The cursor stands outside its menu.
        UnprovenSymbolError: The profile can't tell whether one is open, or where its cursor is.
    """
    main = decode_main(ram, profile)
    if main is not None and main.in_battle:
        return decode_battle_menu(ram, profile)
    found = find_open_menu(ram, profile)
    if found is None:
        return None
    if found.name == START_TASK:
        return _start_menu(ram, profile)
    if found.name == YES_NO_TASK:
        return _yes_no(ram, profile)
    if found.name == LIST_TASK:
        return _list_menu(ram, profile, found.task)
    return _multichoice(ram, profile, found)


def knows_menus(profile: Profile) -> bool:
    """Whether :func:`find_open_menu` can tell anything."""
    return profile.has("gTasks") and any(profile.has(name) for name in MENU_TASKS)


def find_open_menu(ram: Snapshot, profile: Profile) -> OpenMenu | None:
    """The open menu, undecoded; None when none of those that the profile knows is open.

    Raises:
        DecodeError: The task table can't be right.
        UnprovenSymbolError: The profile lacks ``gTasks``, or every function of ``MENU_TASKS``.
    """
    known = {profile.address(name) | 1: name for name in MENU_TASKS if profile.has(name)}
    if not known:
        profile.address(START_TASK)
    tasks = {
        known[task.function]: task for task in active_tasks(ram, profile) if task.function in known
    }
    name = next((name for name in MENU_TASKS if name in tasks), None)
    if name is None:
        return None
    if name == START_TASK and not _takes_start_menu_input(ram, profile):
        if not _asks_to_save(ram, profile):
            return None
        return OpenMenu(YES_NO_TASK, tasks[START_TASK], "sSaveDialogCB asks whether to save")
    return OpenMenu(name, tasks[name], f"the task {name} is active")


def _cursor(ram: Snapshot, profile: Profile) -> tuple[int, int, int]:
    """Cursor, number of entries and columns of ``sMenu``."""
    address = profile.address("sMenu")
    record = read_record(ram, "sMenu", address, layouts.MENU)
    last = check_range("sMenu.maxCursorPos", address + 4, int(record["maximum"]), 0, LAST_CURSOR)
    check_range("sMenu.minCursorPos", address + 3, int(record["minimum"]), 0, 0)
    cursor = check_range("sMenu.cursorPos", address + 2, int(record["cursor"]), 0, last)
    return cursor, last + 1, int(record["columns"])


def _start_menu(ram: Snapshot, profile: Profile) -> Menu:
    at = profile.address(START_COUNT)
    count = check_range(
        START_COUNT,
        at,
        read_u8(ram, START_COUNT, at),
        1,
        len(START_MENU_IDS),
    )
    at = profile.address(START_CURSOR)
    cursor = read_u8(ram, START_CURSOR, at)
    check_range(START_CURSOR, at, cursor, 0, count - 1)
    at = profile.address("sStartMenuOrder")
    order = [int(entry) for entry in read_array(ram, "sStartMenuOrder", at, "u1", count)]
    for index, entry in enumerate(order):
        check_range(f"sStartMenuOrder[{index}]", at + index, entry, 0, len(START_MENU_IDS) - 1)
    if len(set(order)) != count:
        raise DecodeError(
            "sStartMenuOrder", at, observed=order, expected=f"{count} different entries"
        )
    ids = [START_MENU_IDS[entry] for entry in order]
    return make_menu("start_menu", cursor, ids, start_menu_labels(ram, profile, order))


def _takes_start_menu_input(ram: Snapshot, profile: Profile) -> bool:
    """Whether the list itself is asked; the same task also runs what an entry leads to.

    Where the callback that tells is not known, the shared cursor must agree with the list, and no
    text may be printing.
    """
    if profile.has(START_CALLBACK) and profile.has(START_HANDLER):
        return _stores(ram, profile, START_CALLBACK, START_HANDLER)
    if profile.has(PRINTERS) and find_printer(ram, profile).active:
        return False
    if not (profile.has("sMenu") and profile.has(START_COUNT) and profile.has(START_CURSOR)):
        return True
    menu, shared = profile.address("sMenu"), "sMenu"
    count = read_u8(ram, START_COUNT, profile.address(START_COUNT))
    cursor = read_u8(ram, START_CURSOR, profile.address(START_CURSOR))
    return (read_u8(ram, shared, menu + 2), read_u8(ram, shared, menu + 4)) == (cursor, count - 1)


def _asks_to_save(ram: Snapshot, profile: Profile) -> bool:
    """Whether the entry that saves asks.

    Its own callback is stale once another entry runs, and for the frames that the start menu takes
    to be drawn again: then the shared cursor has as many entries as that menu already.
    """
    if not all(profile.has(name) for name in (START_CALLBACK, SAVE_CALLBACK, "sMenu")):
        return False
    if read_u8(ram, "sMenu.maxCursorPos", profile.address("sMenu") + 4) != 1:
        return False
    if not _stores(ram, profile, START_CALLBACK, SAVE_HANDLER):
        return False
    return any(_stores(ram, profile, SAVE_CALLBACK, name) for name in SAVE_QUESTIONS)


def _stores(ram: Snapshot, profile: Profile, variable: str, function: str) -> bool:
    """Whether a variable holds the pointer to a function."""
    return profile.is_function(read_u32(ram, variable, profile.address(variable)), function)


def _yes_no(ram: Snapshot, profile: Profile) -> Menu:
    cursor, count, _ = _cursor(ram, profile)
    check_range("sMenu.maxCursorPos", profile.address("sMenu") + 4, count - 1, 1, 1)
    return make_menu("yes_no", cursor, ["yes", "no"], yes_no_labels(ram, profile))


def _multichoice(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    cursor, count, columns = _cursor(ram, profile)
    ids = [f"choice_{index}" for index in range(count)]
    if found.name == CHOICE_TASK:
        labels = multichoice_labels(ram, profile, found.task.data[layouts.MULTICHOICE_LIST], count)
        return make_menu("multichoice", cursor, ids, labels)
    columns = check_range("sMenu.columns", profile.address("sMenu") + 9, columns, 1, count)
    return make_menu("multichoice", cursor, ids, [None] * count, columns)


def _list_menu(ram: Snapshot, profile: Profile, task: Task) -> Menu:
    symbol = f"gTasks[{task.index}]"
    address = profile.address("gTasks") + task.index * layouts.TASK.itemsize + layouts.TASK_DATA
    record = read_record(ram, symbol, address, layouts.LIST_MENU)
    total = check_range(
        f"{symbol}.totalItems", address + 0xC, int(record["total"]), 1, layouts.LIST_MENU_MOST
    )
    cursor = int(record["scroll"]) + int(record["row"])
    check_range(f"{symbol}.cursorPos", address + 0x18, cursor, 0, total - 1)
    ids = [f"choice_{index}" for index in range(total)]
    labels = list_labels(ram, profile, address, int(record["items"]), total)
    return make_menu("list", cursor, ids, labels)
