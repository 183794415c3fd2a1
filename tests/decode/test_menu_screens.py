"""Menus with their own screen: bag, party, naming, options, shop, HELP."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.menu import Menu, MenuEntry, decode_menu
from gbatool.decode.scene import Mode, decode_scene
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.screens import (
    OPTION_LABELS,
    bag_actions,
    bag_screen,
    emerald_bag_actions,
    help_overlay,
    list_task,
    naming_screen,
    option_labels,
    options_screen,
    party_actions,
    party_screen,
    shop_choice,
    shop_screen,
)
from tests.decode.world import ADDRESSES, PROFILE, World, profile_of, profile_without

EMERALD = dataclasses.replace(PROFILE, engine="emerald")


def read(world: World, *missing: str) -> Menu:
    menu = decode_menu(world.build(), profile_without(*missing))
    assert menu is not None
    return menu


def ids(menu: Menu) -> list[str]:
    return [entry.id for entry in menu.entries]


def test_the_bag_lists_the_open_pocket_and_the_way_out() -> None:
    menu = read(bag_screen(scroll=1, row=1))
    assert (menu.id, menu.pocket, menu.cursor, menu.scroll, menu.shown) == ("bag", "items", 2, 1, 6)
    assert menu.entries == (
        MenuEntry("item_0", "TONIC", number=13, amount=3),
        MenuEntry("item_2", "NET", number=4, amount=999),
        MenuEntry("close", None),
    )
    assert menu.takes_input is True


def test_an_empty_pocket_has_the_way_out_alone() -> None:
    menu = read(bag_screen(pocket=1))
    assert (menu.pocket, ids(menu)) == ("key_items", ["close"])


def test_a_bag_that_fades_takes_no_input_and_one_whose_task_is_unknown_may() -> None:
    fading = bag_screen().put("gPaletteFade", 7, "B", 0x80)
    assert read(fading).takes_input is False
    assert read(bag_screen(), "Task_BagMenu_HandleInput").takes_input is None


def test_the_bag_of_emerald_has_five_pockets_and_sometimes_no_way_out() -> None:
    world = World().main("CB2_BagMenuRun")
    world.put("gBagPosition", 4, "BB", 0, 3)
    world.put("gBagPosition", 8 + 2 * 3, "H", 0)
    menu = decode_menu(world.build(), EMERALD)
    assert menu is not None
    assert (menu.pocket, ids(menu), menu.shown) == ("berries", ["close"], 8)
    with pytest.raises(DecodeError, match=r"gBagPosition\.cursor"):
        decode_menu(world.put("gBagPosition", 4, "B", 5).build(), EMERALD)


def test_what_can_be_done_with_an_item_lies_over_the_bag() -> None:
    menu = read(bag_actions(cursor=1))
    assert (menu.id, menu.cursor, ids(menu)) == ("bag_actions", 1, ["use", "give", "cancel"])
    assert [entry.label for entry in menu.entries] == ["USE", "GIVE", "CANCEL"]


def test_emerald_lays_an_items_actions_out_in_a_grid() -> None:
    menu = decode_menu(emerald_bag_actions().build(), EMERALD)
    assert menu is not None
    assert (menu.cursor, menu.columns) == (2, 2)
    assert ids(menu) == ["use", "register", "blank_2", "cancel"]
    assert [entry.label for entry in menu.entries] == ["USE", "NOTE", None, "CANCEL"]


def test_a_shop_asks_first_what_one_wants() -> None:
    menu = read(shop_choice())
    assert (menu.id, menu.cursor, ids(menu)) == ("shop_choice", 1, ["buy", "sell", "quit"])
    assert [entry.label for entry in menu.entries] == ["BUY", "SELL", "QUIT"]
    few = read(shop_choice(2))
    assert [(entry.id, entry.label) for entry in few.entries] == [("buy", None), ("quit", None)]


def test_the_party_lists_its_members_with_their_hp() -> None:
    menu = read(party_screen(slot=1))
    assert (menu.id, menu.cursor, menu.takes_input) == ("party", 1, True)
    assert menu.entries == (
        MenuEntry("slot_0", "SPROUT", number=1, amount=20, most=23),
        MenuEntry("slot_1", "PEBBLEPEBB", number=2, amount=20, most=23),
        MenuEntry("cancel", None),
    )


def test_the_cursor_comes_to_the_buttons_after_the_members() -> None:
    assert read(party_screen(slot=7)).cursor == 2
    several = read(party_screen(slot=6, kind=4))
    assert (several.cursor, ids(several)[2:]) == (2, ["confirm", "cancel"])


def test_while_two_change_places_the_second_cursor_moves() -> None:
    assert read(party_screen(slot=0, action=8, second=1)).cursor == 1


def test_what_can_be_done_with_a_member_lies_over_the_party() -> None:
    menu = read(party_actions(cursor=2))
    assert (menu.id, menu.cursor, ids(menu)) == ("party_actions", 2, ["summary", "flash", "cancel"])
    assert [entry.label for entry in menu.entries] == ["SUMMARY", "GLOW", "CANCEL"]


def test_a_question_over_a_screen_comes_before_it() -> None:
    world = bag_screen().task("Task_CallYesOrNoCallback").menu(1, 1)
    assert (read(world).id, read(world).cursor) == ("yes_no", 1)


def test_a_scripts_question_ignores_input_in_its_first_frames() -> None:
    for timer, takes in ((4, False), (5, True)):
        world = World().menu(0, 1).task("Task_YesNoMenu_HandleInput", data=(0, 0, timer))
        assert read(world).takes_input is takes


def test_the_naming_screen_tells_text_page_cursor_and_subject() -> None:
    menu = read(naming_screen())
    assert (menu.id, menu.columns, menu.cursor) == ("naming", 8, 10)
    assert menu.entries[menu.cursor] == MenuEntry("key_1_2", "I")
    assert menu.naming is not None
    assert (menu.naming.text, menu.naming.most, menu.naming.page) == ("AB", 10, 1)
    assert menu.naming.subject == "nickname"
    assert menu.naming.species is not None
    assert menu.naming.species.name == "PEBBLE"


def test_the_buttons_of_the_keyboard_come_after_its_keys() -> None:
    menu = read(naming_screen(column=8, row=2))
    assert ids(menu)[-3:] == ["page", "back", "ok"]
    assert menu.cursor == len(menu.entries) - 1
    symbols = read(naming_screen(column=6, row=0, page=0, kind=0))
    assert (symbols.columns, symbols.entries[symbols.cursor].id) == (6, "page")
    assert symbols.naming is not None
    assert (symbols.naming.subject, symbols.naming.species) == ("player", None)


def test_a_changed_engine_names_what_no_family_does() -> None:
    world = naming_screen(kind=5)
    with pytest.raises(DecodeError, match="templateNum"):
        read(world)
    menu = decode_menu(world.build(), profile_of(item__price="none"))
    assert menu is not None
    assert menu.naming is not None
    assert (menu.naming.text, menu.naming.subject, menu.naming.species) == ("AB", None, None)


def test_the_options_tell_which_value_is_set() -> None:
    menu = read(options_screen(cursor=1))
    assert (menu.id, menu.cursor) == ("options", 1)
    assert menu.entries[0] == MenuEntry("text_speed", "SPEED", amount=2)
    assert menu.entries[-1] == MenuEntry("cancel", "LEAVE")
    lean = read(options_screen(), "sOptionMenuItemsNames")
    assert [entry.label for entry in lean.entries] == [None] * len(OPTION_LABELS)


def test_the_options_of_the_other_families_are_in_a_task() -> None:
    world = option_labels(World())
    world.ram.put(ADDRESSES["gMain"] + 4, "I", 0x08001F01)
    world.task("Task_OptionMenuProcessInput", data=(6, 0, 1, 1, 0, 2, 19))
    menu = decode_menu(world.build(), EMERALD)
    assert menu is not None
    assert (menu.id, menu.cursor) == ("options", 6)
    lean = dataclasses.replace(
        profile_without("gBackupMapLayout", "gObjectEvents"), engine="emerald"
    )
    scene = decode_scene(world.build(), lean)
    assert (scene.mode, scene.input_ready) == (Mode.MENU, False)
    assert [entry.amount for entry in menu.entries] == [0, 1, 1, 0, 2, 19, None]


def test_what_sets_the_options_up_elsewhere_is_not_their_screen() -> None:
    with pytest.raises(NotLoadedError, match="CB2_InitOptionMenu"):
        decode_menu(options_screen().build(), EMERALD)


def test_a_shop_lists_items_with_their_prices() -> None:
    menu = read(shop_screen(scroll=1, row=0))
    assert (menu.id, menu.cursor, menu.scroll, menu.shown) == ("shop", 1, 1, 2)
    assert menu.entries == (
        MenuEntry("item_13", "TONIC", number=13, amount=300),
        MenuEntry("item_4", "NET", number=4, amount=200),
        MenuEntry("cancel", "CANCEL", number=-2),
    )
    emerald = decode_menu(shop_screen().build(), EMERALD)
    assert emerald is not None
    assert emerald.entries[0].amount is None


def test_a_list_tells_what_its_owner_calls_each_entry() -> None:
    menu = read(list_task(World(), [("ONE", 40), ("TWO", 41), ("LEAVE", -2)], 0, 2))
    assert (menu.id, ids(menu)) == ("list", ["choice_0", "choice_1", "cancel"])
    assert [entry.number for entry in menu.entries] == [40, 41, -2]
    assert menu.takes_input is None


def test_the_help_overlay_lies_over_everything() -> None:
    menu = read(help_overlay(scroll=1, row=1))
    assert (menu.id, menu.cursor, menu.takes_input) == ("help", 2, None)
    assert [entry.label for entry in menu.entries] == ["WHAT", "HOW", "TERMS"]
    with pytest.raises(UnprovenSymbolError, match="gHelpSystemListMenu"):
        read(help_overlay(), "gHelpSystemListMenu")


def test_the_help_overlay_does_not_always_show_a_list() -> None:
    with pytest.raises(NotLoadedError, match="a list of topics"):
        read(help_overlay().put("gHelpSystemListMenu", 4, "H", 0))


@pytest.mark.parametrize(
    ("world", "engine", "says"),
    [
        (bag_screen(), "rs", "bag's screen"),
        (bag_actions(), "rs", "bag's screen"),
        (party_actions(), "rs", "party's screen"),
        (shop_screen().put("gTasks", 4 * 0x28 + 4, "B", 0), "frlg", "shows no list"),
    ],
)
def test_says_what_a_family_or_a_moment_does_not_show(world: World, engine: str, says: str) -> None:
    with pytest.raises(UnprovenSymbolError, match=says):
        decode_menu(world.build(), dataclasses.replace(PROFILE, engine=engine))


def test_a_screen_without_a_list_is_told_by_its_name() -> None:
    with pytest.raises(NotLoadedError, match="CB2_TrainerCard"):
        decode_menu(World().main("CB2_TrainerCard").build(), PROFILE)
    with pytest.raises(NotLoadedError, match="CB2_TrainerCard"):
        decode_menu(World().main("CB2_TrainerCard", in_battle=True).build(), PROFILE)


@pytest.mark.parametrize(
    ("world", "says"),
    [
        (bag_screen(pocket=3), r"gBagMenuState\.pocket"),
        (bag_screen(row=3), r"gBagMenuState\.cursor"),
        (bag_actions(cursor=3), "cursorPos"),
        (bag_actions().put("sContextMenuItemsPtr", 0, "I", 0x02040000), "sContextMenuItemsPtr"),
        (party_screen(slot=2), r"gPartyMenu\.slotId .* expected one of \[0, 1, 7\]"),
        (party_screen(slot=6), r"gPartyMenu\.slotId"),
        (party_screen(action=10, second=-1), r"gPartyMenu\.slotId2"),
        (party_actions().menu(0, 1), "numActions"),
        (party_actions().put("sPartyMenuInternal", 0, "I", 0), "sPartyMenuInternal"),
        (naming_screen(column=9), r"gSprites\[5\]\.data\[0\]"),
        (naming_screen(column=8, row=3), r"gSprites\[5\]\.data\[1\]"),
        (naming_screen(page=3), "currentPage"),
        (naming_screen(kind=5), "templateNum"),
        (options_screen(cursor=7), "sOptionMenuPtr.cursorPos"),
        (options_screen().put("sOptionMenuPtr", 0, "I", 0x08000000), "sOptionMenuPtr"),
        (shop_screen(scroll=2), "cursorPos"),
        (shop_choice(4), r"sMenu.maxCursorPos .* expected 1 or 2"),
        (help_overlay(scroll=2), "gHelpSystemListMenu.cursorPos"),
        (help_overlay().put("gHelpSystemListMenu", 4, "H", 600), "totalItems"),
    ],
)
def test_refuses_what_the_game_can_not_have(world: World, says: str) -> None:
    with pytest.raises(DecodeError, match=says) as caught:
        decode_menu(world.build(), PROFILE)
    assert not isinstance(caught.value, NotLoadedError)


def test_an_action_that_does_not_exist_is_refused() -> None:
    world = party_actions()
    world.ram.put(world.build().u32(ADDRESSES["sPartyMenuInternal"]) + 0xF, "B", 30)
    with pytest.raises(DecodeError, match=r"actions\[0\]"):
        decode_menu(world.build(), PROFILE)
