"""Decode the bag's screen: the open pocket, its items, and what can be done with one of them."""

from __future__ import annotations

from gbatool.decode.bag import decode_bag
from gbatool.decode.fields import (
    check_pointer,
    check_ram_pointer,
    check_range,
    read_array,
    read_record,
    read_u32,
)
from gbatool.decode.labels import ANYWHERE, action_label
from gbatool.decode.main import is_fading
from gbatool.decode.menu_model import Menu, MenuEntry
from gbatool.decode.menu_tasks import is_task_active, shared_cursor
from gbatool.engine.engine import BagForm
from gbatool.engine.layouts import field_address
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

INPUT_TASK = "Task_BagMenu_HandleInput"
ACTIONS = "sContextMenuItemsPtr"


def decode_bag_menu(ram: Snapshot, profile: Profile) -> Menu:
    """The items of the open pocket with their quantities, and the entry that leaves the bag.

    Raises:
        NotLoadedError: The save blocks can't be read in this frame.
        DecodeError: Pocket or cursor can't be right, or a slot holds what is no item.
        UnprovenSymbolError: The position or the save blocks are not proven in the profile.
    """
    form = _bag_form(profile)
    screen = form.screen
    symbol, address = screen.symbol, profile.address(screen.symbol)
    record = read_record(ram, symbol, address, screen.layout)
    last = len(screen.pockets) - 1
    pocket = check_range(
        f"{symbol}.pocket",
        field_address(address, screen.layout, "pocket"),
        int(record["pocket"]),
        0,
        last,
    )
    name = screen.pockets[pocket]
    items = next(one.items for one in decode_bag(ram, profile).pockets if one.id == name)
    entries = [
        MenuEntry(
            f"item_{item.slot}",
            item.name,
            number=item.id,
            amount=item.quantity if name != "key_items" else None,
        )
        for item in items
    ]
    if int(record["location"]) not in screen.without_close:
        entries.append(MenuEntry("close", None))
    row, scroll = int(record["rows"][pocket]), int(record["scrolls"][pocket])
    at = field_address(address, screen.layout, "rows")
    cursor = check_range(f"{symbol}.cursor", at, scroll + row, 0, len(entries) - 1)
    takes = is_task_active(ram, profile, INPUT_TASK)
    return Menu(
        id="bag",
        cursor=cursor,
        entries=tuple(entries),
        takes_input=False if is_fading(ram, profile) else takes,
        scroll=scroll,
        shown=form.shown,
        pocket=name,
    )


def decode_bag_actions(ram: Snapshot, profile: Profile) -> Menu:
    """What can be done with the item that was chosen; ``blank_N`` is a free place of the grid.

    Raises:
        DecodeError: The cursor or an action can't be right.
        UnprovenSymbolError: ``sMenu``, ``sContextMenuItemsPtr`` or in Emerald ``gBagMenu`` is not
            proven in the profile.
    """
    form = _bag_form(profile)
    at = _actions_pointer(ram, profile, form)
    cursor, count, columns = shared_cursor(ram, profile)
    names = form.actions
    pointer = check_pointer(
        ram, ACTIONS, at, read_u32(ram, ACTIONS, at), size=count, regions=ANYWHERE
    )
    entries = []
    for index, action in enumerate(read_array(ram, ACTIONS, pointer, "u1", count).tolist()):
        check_range(f"{ACTIONS}[{index}]", pointer + index, action, 0, len(names) - 1)
        name = names[action]
        label = action_label(ram, profile, form.action_table, action) if name else None
        entries.append(MenuEntry(name or f"blank_{index}", label, number=action))
    return Menu("bag_actions", cursor, tuple(entries), max(columns, 1))


def _actions_pointer(ram: Snapshot, profile: Profile, form: BagForm) -> int:
    """Where the pointer to the actions stands."""
    symbol, offset = form.actions_symbol, form.actions_offset
    at = profile.address(symbol)
    if offset is None:
        return at
    pointer = read_u32(ram, symbol, at)
    return check_ram_pointer(ram, symbol, at, pointer, size=offset + 4, align=4) + offset


def _bag_form(profile: Profile) -> BagForm:
    """Where the bag's screen keeps what it shows.

    Raises:
        UnprovenSymbolError: It is not known in the profile's family.
    """
    form = profile.structures.menus.bag
    if form is None:
        raise UnprovenSymbolError(
            f"where the bag's screen keeps its cursor is not known in the family {profile.engine}",
            symbol="gBagMenuState",
            profile=profile.name,
        )
    return form
