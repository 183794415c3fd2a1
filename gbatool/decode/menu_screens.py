"""Decode the menus that have a screen of their own: options, shop, naming, the HELP overlay."""

from __future__ import annotations

import dataclasses

from gbatool.decode.fields import check_range, read_array, read_entry, read_pointed, read_symbol
from gbatool.decode.labels import action_label, read_label
from gbatool.decode.main import is_fading
from gbatool.decode.menu_field import decode_list, scrolling_list
from gbatool.decode.menu_model import Menu, MenuEntry, make_menu
from gbatool.decode.menu_tasks import LIST_TASK, shared_cursor, takes_input
from gbatool.decode.names import read_named
from gbatool.decode.naming import decode_naming
from gbatool.decode.script import TASKS, Task, active_tasks, task_data
from gbatool.engine import menus as layout
from gbatool.engine.layouts import Dtype, has_field
from gbatool.engine.naming import BUTTONS, COLUMNS, KEYBOARD
from gbatool.errors import NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

OPTIONS, OPTION_NAMES = "sOptionMenuPtr", "sOptionMenuItemsNames"
HELP = "gHelpSystemListMenu"
BUY_TASK = "Task_BuyMenu"
CHOICE_TABLES = {3: "sShopMenuActions_BuySellQuit", 2: "sShopMenuActions_BuyQuit"}


def decode_naming_menu(ram: Snapshot, profile: Profile) -> Menu:
    """The keyboard's page, row by row, and after its last key the three buttons beside it.

    Raises:
        NotLoadedError: None is allocated.
        DecodeError: It holds something impossible.
        UnprovenSymbolError: ``sNamingScreen`` or ``gSprites`` is not proven in the profile.
    """
    naming = decode_naming(ram, profile)
    columns = COLUMNS[naming.page]
    keys = [
        MenuEntry(f"key_{row}_{column}", label)
        for row, line in enumerate(KEYBOARD[naming.page])
        for column, label in enumerate(line.ljust(columns))
    ]
    on_key = naming.column < columns
    cursor = naming.row * columns + naming.column if on_key else len(keys) + naming.row
    return Menu(
        id="naming",
        cursor=cursor,
        entries=(*keys, *(MenuEntry(button, None) for button in BUTTONS)),
        columns=columns,
        takes_input=naming.takes_input and not is_fading(ram, profile),
        naming=naming,
    )


def decode_options(ram: Snapshot, profile: Profile, form: Dtype) -> Menu:
    """The options' screen where a structure of its own keeps it; ``amount`` is an option's value.

    Args:
        ram: The snapshot.
        profile: Of its ROM.
        form: Layout of the structure.

    Raises:
        DecodeError: The cursor can't be right.
        UnprovenSymbolError: ``sOptionMenuPtr`` is not proven in the profile.
    """
    record = read_pointed(ram, profile, OPTIONS, form)
    at, cursor = record.at("cursor_pos"), record["cursor_pos"]
    return _options(ram, profile, record.called("cursor_pos"), at, cursor, record.array("values"))


def decode_option_task(ram: Snapshot, profile: Profile, task: Task) -> Menu:
    """The same where the data of a task keeps it: the cursor, then the values.

    Raises:
        DecodeError: The cursor can't be right.
    """
    at = task_data(profile, task)
    cursor, *values = task.data[: len(layout.OPTION_IDS)]
    return _options(ram, profile, f"{TASKS}[{task.index}].data[0]", at, cursor, values)


def _options(
    ram: Snapshot, profile: Profile, field: str, address: int, cursor: int, values: list[int]
) -> Menu:
    ids = layout.OPTION_IDS
    check_range(field, address, cursor, 0, len(ids) - 1)
    labels = _option_labels(ram, profile)
    entries = tuple(
        MenuEntry(key, label, amount=values[index] if key != "cancel" else None)
        for index, (key, label) in enumerate(zip(ids, labels, strict=True))
    )
    return Menu("options", cursor, entries, takes_input=not is_fading(ram, profile))


def _option_labels(ram: Snapshot, profile: Profile) -> list[str | None]:
    count = len(layout.OPTION_IDS)
    if not profile.has(OPTION_NAMES):
        return [None] * count
    pointers = read_array(ram, OPTION_NAMES, profile.address(OPTION_NAMES), "<u4", count)
    return [
        read_label(ram, profile, f"{OPTION_NAMES}[{index}]", pointer)
        for index, pointer in enumerate(pointers.tolist())
    ]


def decode_shop_choice(ram: Snapshot, profile: Profile) -> Menu:
    """What a shop asks first: to buy, to sell, or to leave.

    Raises:
        DecodeError: The cursor can't be right, or there are too many entries.
        UnprovenSymbolError: ``sMenu`` is not proven in the profile.
    """
    cursor, count, shared = shared_cursor(ram, profile)
    ids = layout.SHOP_CHOICES.get(count)
    if ids is None:
        raise shared.error("max_cursor_pos", count - 1, "1 or 2")
    labels = [action_label(ram, profile, CHOICE_TABLES[count], index) for index in range(count)]
    return make_menu("shop_choice", cursor, ids, labels)


def decode_shop(ram: Snapshot, profile: Profile) -> Menu:
    """What a shop sells, with the prices of FireRed and LeafGreen, which have no sales.

    Raises:
        DecodeError: The list can't be right, or it sells what is no item.
        UnprovenSymbolError: ``gTasks`` or ``ListMenuDummyTask`` is not proven in the profile.
    """
    function = profile.address(LIST_TASK) | 1
    task = next((one for one in active_tasks(ram, profile) if one.function == function), None)
    if task is None:
        raise UnprovenSymbolError(
            "the shop's screen is open and shows no list now", profile=profile.name
        )
    menu = decode_list(ram, profile, task)
    entries = tuple(_for_sale(ram, profile, entry) for entry in menu.entries)
    takes = takes_input(ram, profile, BUY_TASK)
    return dataclasses.replace(menu, id="shop", entries=entries, takes_input=takes)


def _for_sale(ram: Snapshot, profile: Profile, entry: MenuEntry) -> MenuEntry:
    if entry.number is None or entry.number == layout.LIST_CANCEL:
        return entry
    field, at, items = "ListMenu.items", profile.address(TASKS), profile.structures.names.items
    item = read_named(ram, profile, items, entry.number, field=field, address=at, least=1)
    price = None
    form = profile.structures.item
    shown = profile.structures.menus.shop_has_prices and has_field(form, "price")
    if shown and profile.has(items.symbol):
        price = read_entry(ram, profile, items.symbol, item.id, form)["price"]
    return dataclasses.replace(entry, id=f"item_{item.id}", amount=price)


def decode_help(ram: Snapshot, profile: Profile) -> Menu:
    """The HELP overlay's list; whether a text lies over it can't be told.

    Raises:
        NotLoadedError: It shows no list, but its first page or a text.
        DecodeError: The list can't be right.
        UnprovenSymbolError: ``gHelpSystemListMenu`` is not proven in the profile.
    """
    record = read_symbol(ram, profile, HELP, profile.structures.help_menu)
    if not record.check("total_items", 0, layout.LIST_MENU_MOST):
        expected = "a list of topics on screen"
        raise record.error("total_items", 0, expected, kind=NotLoadedError)
    return scrolling_list(ram, profile, "help", record, "row")
