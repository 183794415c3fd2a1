"""Tell which menu's task is active: what looks at the keys when a menu is open.

``sMenu``, the cursor that most menus share, keeps its last values when no menu uses it: a menu is
open while the task that handles its input is active, and only then is the cursor read.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.dialog import is_box_drawn
from gbatool.decode.fields import Record, read_symbol, read_u8, read_u32
from gbatool.decode.main import is_fading
from gbatool.decode.printer import find_printer, knows_printers
from gbatool.decode.script import TASKS, Task, active_tasks
from gbatool.decode.window import is_menu_drawn
from gbatool.memory import Snapshot
from gbatool.profile import Profile

MENU = "sMenu"
START_TASK, YES_NO_TASK = "Task_StartMenuHandleInput", "Task_YesNoMenu_HandleInput"
NUMBERED = {START_TASK: "sub_80712B4"}
"""Functions that have no better name than a number in Ruby and Sapphire."""
ASK_TASK = "Task_CallYesOrNoCallback"
CHOICE_TASK, GRID_TASK = "Task_MultichoiceMenu_HandleInput", "Hask_MultichoiceGridMenu_HandleInput"
LIST_TASK, OPTION_TASK = "ListMenuDummyTask", "Task_OptionMenuProcessInput"
PARTY_ACTION_TASK = "Task_HandleSelectionMenuInput"
BAG_ACTION_TASKS = (
    "Task_FieldItemContextMenuHandleInput",
    "Task_ItemContext_SingleRow",
    "Task_ItemContext_MultipleRows",
)
SHOP_TASK = "Task_ShopMenu"
START_CALLBACK, START_HANDLER = "sStartMenuCallback", "StartCB_HandleInput"
START_COUNT, START_CURSOR = "sNumStartMenuItems", "sStartMenuCursorPos"
START_ORDER = "sStartMenuOrder"
SAVE_CALLBACK, SAVE_HANDLER = "sSaveDialogCB", "StartCB_Save2"
SAVE_QUESTIONS = (
    "SaveDialogCB_AskSaveHandleInput",
    "SaveDialogCB_AskOverwriteOrReplacePreviousFileHandleInput",
)
LAST_CURSOR = 20
OVERLAY_TASKS = (YES_NO_TASK, ASK_TASK, PARTY_ACTION_TASK, *BAG_ACTION_TASKS)
"""Tasks of what opens over a screen or over another menu."""
MENU_TASKS = (*OVERLAY_TASKS, SHOP_TASK, CHOICE_TASK, GRID_TASK, OPTION_TASK, START_TASK, LIST_TASK)
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


def knows_menus(profile: Profile) -> bool:
    """Whether :func:`find_open_menu` can tell anything."""
    return profile.has(TASKS) and any(profile.has(own_name(profile, name)) for name in MENU_TASKS)


def own_name(profile: Profile, name: str) -> str:
    """The name under which a profile has a task's function."""
    numbered = NUMBERED.get(name, name)
    return numbered if profile.has(numbered) and not profile.has(name) else name


def find_open_menu(ram: Snapshot, profile: Profile) -> OpenMenu | None:
    """The open menu, undecoded; None when none of those that the profile knows is open.

    Raises:
        DecodeError: The task table can't be right.
        UnprovenSymbolError: The profile lacks ``gTasks``, or every function of ``MENU_TASKS``.
    """
    names = {own_name(profile, name): name for name in MENU_TASKS}
    known = {profile.address(own) | 1: name for own, name in names.items() if profile.has(own)}
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
        because = "the save dialog asks, which the start menu's task runs"
        return OpenMenu(YES_NO_TASK, tasks[START_TASK], because)
    return OpenMenu(name, tasks[name], f"the task {name} is active")


def is_task_active(ram: Snapshot, profile: Profile, name: str) -> bool | None:
    """Whether a task with that function is active; None when the profile can't tell.

    Raises:
        DecodeError: The task table can't be right.
    """
    name = own_name(profile, name)
    if not (profile.has(TASKS) and profile.has(name)):
        return None
    return any(profile.is_function(task.function, name) for task in active_tasks(ram, profile))


def takes_input(ram: Snapshot, profile: Profile, task: str) -> bool | None:
    """Whether a screen looks at keys: its task is active and nothing fades; None when unknown.

    Raises:
        DecodeError: The task table can't be right.
    """
    active = is_task_active(ram, profile, task)
    return False if is_fading(ram, profile) else active


def read_cursor(ram: Snapshot, profile: Profile) -> Record:
    """``sMenu``, unchecked.

    Raises:
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    return read_symbol(ram, profile, MENU, profile.structures.menu)


def shared_cursor(ram: Snapshot, profile: Profile) -> tuple[int, int, Record]:
    """Cursor and number of entries of the menu that uses ``sMenu``, and ``sMenu`` itself.

    Raises:
        DecodeError: The cursor stands outside its menu.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    menu = read_cursor(ram, profile)
    last = menu.check("max_cursor_pos", 0, LAST_CURSOR)
    menu.check("min_cursor_pos", 0, 0)
    return menu.check("cursor_pos", 0, last), last + 1, menu


def knows_start_callback(profile: Profile) -> bool:
    """Whether the start menu's callback tells what its task does."""
    return profile.has(START_CALLBACK) and profile.has(START_HANDLER)


def _takes_start_menu_input(ram: Snapshot, profile: Profile) -> bool:
    """Whether the list itself is asked; the same task also runs what an entry leads to.

    Where the callback that tells is not known, the shared cursor must agree with the list, and no
    text may be printing nor a fade run.
    """
    if knows_start_callback(profile):
        return _stores(ram, profile, START_CALLBACK, START_HANDLER)
    if is_fading(ram, profile) or (knows_printers(profile) and find_printer(ram, profile).active):
        return False
    if not all(profile.has(name) for name in (MENU, START_COUNT, START_CURSOR)):
        return True
    count, cursor = (
        read_u8(ram, name, profile.address(name)) for name in (START_COUNT, START_CURSOR)
    )
    menu = read_cursor(ram, profile)
    return (menu["cursor_pos"] & 0xFF, menu["max_cursor_pos"] & 0xFF) == (cursor, count - 1)


def _asks_to_save(ram: Snapshot, profile: Profile) -> bool:
    """Whether the entry that saves asks.

    Its own callback is stale once another entry runs, and for the frames that the start menu takes
    to be drawn again: then the shared cursor has as many entries as that menu already. Where it is
    not known, the screen tells.
    """
    if not all(profile.has(name) for name in (START_CALLBACK, SAVE_CALLBACK, MENU)):
        return bool(shows_question(ram, profile))
    if read_cursor(ram, profile)["max_cursor_pos"] != 1:
        return False
    if not _stores(ram, profile, START_CALLBACK, SAVE_HANDLER):
        return False
    return any(_stores(ram, profile, SAVE_CALLBACK, name) for name in SAVE_QUESTIONS)


def shows_question(ram: Snapshot, profile: Profile) -> bool | None:
    """Whether a menu of two entries is on screen beside a finished text.

    Returns:
        None when the profile or the snapshot can't tell.

    Raises:
        DecodeError: A window can't be right.
    """
    if ram.screen is None or not (profile.has(MENU) and knows_printers(profile)):
        return None
    menu = read_cursor(ram, profile)
    drawn = is_menu_drawn(ram, profile, menu)
    if drawn is None:
        return None
    if not drawn or menu["max_cursor_pos"] != 1 or find_printer(ram, profile).active:
        return False
    # Ruby and Sapphire ask in a window that nothing here knows.
    return not profile.structures.prints_by_printers or bool(is_box_drawn(ram, profile))


def _stores(ram: Snapshot, profile: Profile, variable: str, function: str) -> bool:
    """Whether a variable holds the pointer to a function."""
    return profile.is_function(read_u32(ram, variable, profile.address(variable)), function)
