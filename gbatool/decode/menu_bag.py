"""Decode the bag's screen: the open pocket, its items, and what can be done with one of them."""

from __future__ import annotations

from gbatool.decode.bag import decode_bag
from gbatool.decode.fields import (
    check_pointer,
    check_range,
    read_array,
    read_pointed,
    read_symbol,
    read_u32,
)
from gbatool.decode.labels import ANYWHERE, action_label
from gbatool.decode.menu_model import Menu, MenuEntry
from gbatool.decode.menu_tasks import shared_cursor, takes_input
from gbatool.engine.engine import BagForm
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
    record = read_symbol(ram, profile, form.symbol, form.layout)
    pocket = record.check("pocket", 0, len(form.pockets) - 1)
    name = form.pockets[pocket]
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
    if record["location"] not in form.without_close:
        entries.append(MenuEntry("close", None))
    row, scroll = record.array("rows")[pocket], record.array("scrolls")[pocket]
    return Menu(
        id="bag",
        cursor=record.check_value("rows", scroll + row, 0, len(entries) - 1, called="cursor"),
        entries=tuple(entries),
        takes_input=takes_input(ram, profile, INPUT_TASK),
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
    cursor, count, menu = shared_cursor(ram, profile)
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
    return Menu("bag_actions", cursor, tuple(entries), max(menu["columns"], 1))


def _actions_pointer(ram: Snapshot, profile: Profile, form: BagForm) -> int:
    """Where the pointer to the actions stands."""
    if form.offered_in is None:
        return profile.address(form.offered)
    return read_pointed(ram, profile, form.offered, form.offered_in).at("actions")


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
