"""Decode the open menu: which, where its cursor stands, and its entries.

What lies over everything else is asked for first: the HELP overlay, then questions over a screen,
the screen itself (``gMain.callback2``), a battle's menus, and the field's. When none of those that
the profile knows is open, None is the answer only where no other can be.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from gbatool.decode.battle import battle_text
from gbatool.decode.battle_menu import decode_battle_menu
from gbatool.decode.dialog import decode_dialog, is_last_message
from gbatool.decode.fields import read_u8
from gbatool.decode.main import (
    OVERWORLD,
    MainState,
    decode_main,
    is_fading,
    is_in_battle,
    is_on_field,
)
from gbatool.decode.menu_bag import decode_bag_actions, decode_bag_menu
from gbatool.decode.menu_field import (
    decode_list,
    decode_multichoice,
    decode_start_menu,
    decode_yes_no,
)
from gbatool.decode.menu_model import Menu, MenuEntry
from gbatool.decode.menu_party import decode_party_actions, decode_party_menu
from gbatool.decode.menu_screens import (
    decode_help,
    decode_naming_menu,
    decode_option_task,
    decode_options,
    decode_shop,
    decode_shop_choice,
)
from gbatool.decode.menu_tasks import (
    ASK_TASK,
    BAG_ACTION_TASKS,
    LIST_TASK,
    OPTION_TASK,
    OVERLAY_TASKS,
    PARTY_ACTION_TASK,
    SAVE_CALLBACK,
    SHOP_TASK,
    START_CALLBACK,
    START_TASK,
    YES_NO_TASK,
    OpenMenu,
    find_open_menu,
    is_task_active,
    knows_menus,
    own_name,
    shows_question,
)
from gbatool.decode.modes import SCREENS, Mode
from gbatool.decode.printer import find_printer, knows_printers
from gbatool.decode.script import STATUS, TASKS, decode_lock, decode_script
from gbatool.engine.layouts import field_address
from gbatool.errors import NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

__all__ = ["Menu", "MenuEntry", "OpenMenu", "decode_menu", "find_open_menu", "knows_menus"]

HELP, BATTLE = "sInHelpSystem", "BattleMainCB2"
OPTIONS = "CB2_InitOptionMenu"
"""What FireRed and LeafGreen run while the options are open; elsewhere it only sets them up."""
_SCREEN_MENUS: Mapping[str, Callable[[Snapshot, Profile], Menu]] = {
    "CB2_BagMenuRun": decode_bag_menu,
    "CB2_UpdatePartyMenu": decode_party_menu,
    "CB2_NamingScreen": decode_naming_menu,
    "CB2_BuyMenu": decode_shop,
}
"""``gMain.callback2`` by name -> what reads its menu."""
_WITHOUT_QUESTION = frozenset({"start_menu", "battle_move", "naming", "options", "help"})
"""Menus that stand alone: a text beside them, if any, explains the entry at the cursor."""
_WITHOUT_MENU = frozenset({Mode.TRANSITION, Mode.BATTLE})
"""Modes of a screen in which no menu is open."""


def decode_menu(ram: Snapshot, profile: Profile) -> Menu | None:
    """Read the open menu, and what it asks; None when none is open.

    Raises:
        NotLoadedError: Something is open that can't be listed.
        DecodeError: The cursor stands outside its menu.
        UnprovenSymbolError: The profile can't tell whether one is open, or where its cursor is.
    """
    menu = decode_entries(ram, profile)
    return menu and dataclasses.replace(menu, question=_question(ram, profile, menu))


def _question(ram: Snapshot, profile: Profile, menu: Menu) -> tuple[str, ...] | None:
    """What the text beside a menu asks.

    Raises:
        DecodeError: The text can't be right.
    """
    if menu.id in _WITHOUT_QUESTION:
        return ()
    if menu.id == "battle_action":
        return None if is_last_message(ram, profile) else battle_text(ram, profile)
    if is_on_field(ram, profile) is False and not is_in_battle(ram, profile):
        return None
    try:
        dialog = decode_dialog(ram, profile)
    except (NotLoadedError, UnprovenSymbolError):
        return None
    return () if dialog is None else dialog.lines


def decode_entries(ram: Snapshot, profile: Profile) -> Menu | None:
    """:func:`decode_menu` without what the menu asks. Raises as that does."""
    if profile.has(HELP) and read_u8(ram, HELP, profile.address(HELP)):
        return decode_help(ram, profile)
    main = decode_main(ram, profile)
    found = find_open_menu(ram, profile) if main is None or knows_menus(profile) else None
    if found is not None and found.name in OVERLAY_TASKS:
        return _decode_found(ram, profile, found)
    screen = _screen(profile, main)
    read, options = _SCREEN_MENUS.get(screen or ""), profile.structures.menus.options
    if read is not None:
        return read(ram, profile)
    if screen == OPTIONS and options is not None:
        return decode_options(ram, profile, options)
    if main is not None and main.in_battle:
        if screen is not None and SCREENS[screen] in _WITHOUT_MENU and screen != BATTLE:
            return None
        profile.address(BATTLE)
        if screen != BATTLE:
            raise _unlisted(profile, main, screen)
        return decode_battle_menu(ram, profile)
    if found is not None:
        return _decode_found(ram, profile, found)
    _refuse_if_untold(ram, profile, main, screen)
    return None


def _screen(profile: Profile, main: MainState | None) -> str | None:
    """The name of the screen that runs; None for the overworld and for one that has no name."""
    if main is None:
        return None
    return next((name for name in SCREENS if profile.is_function(main.callback2, name)), None)


def _decode_found(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    menu = _read_found(ram, profile, found)
    return dataclasses.replace(menu, takes_input=False) if is_fading(ram, profile) else menu


def _read_found(ram: Snapshot, profile: Profile, found: OpenMenu) -> Menu:
    if found.name == START_TASK:
        return decode_start_menu(ram, profile)
    if found.name in (YES_NO_TASK, ASK_TASK):
        return decode_yes_no(ram, profile, found)
    if found.name == LIST_TASK:
        return decode_list(ram, profile, found.task)
    if found.name == OPTION_TASK:
        return decode_option_task(ram, profile, found.task)
    if found.name == PARTY_ACTION_TASK:
        return decode_party_actions(ram, profile)
    if found.name in BAG_ACTION_TASKS:
        return decode_bag_actions(ram, profile)
    if found.name == SHOP_TASK:
        return decode_shop_choice(ram, profile)
    return decode_multichoice(ram, profile, found)


def _unlisted(profile: Profile, main: MainState, screen: str | None) -> NotLoadedError:
    return NotLoadedError(
        "gMain.callback2",
        field_address(profile.address("gMain"), profile.family.main, "callback2"),
        observed=screen or f"0x{main.callback2:08X}",
        expected="a screen whose menu can be listed",
    )


def _refuse_if_untold(
    ram: Snapshot, profile: Profile, main: MainState | None, screen: str | None
) -> None:
    """Refuse to say that no menu is open where one can be that was not looked for.

    Raises:
        NotLoadedError: Something may be open that can't be listed.
        UnprovenSymbolError: The profile lacks what would tell.
    """
    if main is None or not profile.has(OVERWORLD):
        return
    if screen is not None or not profile.is_function(main.callback2, OVERWORLD):
        if screen is None or SCREENS[screen] not in _WITHOUT_MENU:
            raise _unlisted(profile, main, screen)
        return
    script = decode_script(ram, profile)
    if script is not None and script.resumes:
        raise NotLoadedError(
            STATUS,
            profile.address(STATUS),
            observed="1, the script waits for a choice or a special",
            expected="a menu that can be listed",
        )
    if decode_lock(ram, profile) is False or (script is not None and script.running):
        return
    if is_fading(ram, profile) or (knows_printers(profile) and find_printer(ram, profile).active):
        return
    needed = (TASKS, START_TASK) if script is not None else (TASKS, START_TASK, YES_NO_TASK)
    if is_task_active(ram, profile, START_TASK):
        if profile.has(START_CALLBACK) and shows_question(ram, profile) is not None:
            return
        needed = (START_CALLBACK, SAVE_CALLBACK)
    for name in needed:
        profile.address(own_name(profile, name))
