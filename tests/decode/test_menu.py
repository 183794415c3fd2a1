"""Menus: open while their task is active; the shared cursor is stale otherwise."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.menu import Menu, MenuEntry, decode_menu
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.test_dialog import finished
from tests.decode.world import ADDRESSES, PROFILE, World, profile_without, text, thumb

LABEL_TABLES = ("sStartMenuActionTable", "sMultichoiceLists", "gText_YesNo")


def read(world: World) -> Menu:
    menu = decode_menu(world.build(), PROFILE)
    assert menu is not None
    return menu


def ids(menu: Menu) -> list[str]:
    return [entry.id for entry in menu.entries]


def labels(menu: Menu) -> list[str | None]:
    return [entry.label for entry in menu.entries]


def test_a_stale_cursor_is_no_menu() -> None:
    assert decode_menu(World().menu(1, 4).build(), PROFILE) is None


def test_reads_the_start_menu_in_the_order_shown() -> None:
    menu = read(World().start_menu((1, 2, 3, 6), cursor=2))
    assert (menu.id, menu.cursor, menu.columns) == ("start_menu", 2, 1)
    assert menu.entries[0] == MenuEntry("pokemon", "MON")
    assert ids(menu) == ["pokemon", "bag", "player", "exit"]
    assert labels(menu) == ["MON", "BAG", "ADA", "EXIT"]


@pytest.mark.parametrize(
    ("family", "entries"),
    [
        ("frlg", ["bag", "player", "save", "option", "exit"]),
        ("emerald", ["bag", "pokenav", "player", "save", "option"]),
        ("rs", ["bag", "pokenav", "player", "save", "option"]),
    ],
)
def test_the_start_menus_entries_are_numbered_by_family(family: str, entries: list[str]) -> None:
    world = World().start_menu((2, 3, 4, 5, 6))
    profile = dataclasses.replace(profile_without(*LABEL_TABLES), engine=family)
    menu = decode_menu(world.build(), profile)
    assert menu is not None
    assert ids(menu) == entries


def test_the_start_menus_task_may_be_known_by_a_number() -> None:
    lean = profile_without("Task_StartMenuHandleInput", *LABEL_TABLES)
    task = PROFILE.symbols["Task_StartMenuHandleInput"]
    numbered = dataclasses.replace(task, name="sub_80712B4")
    symbols = {**lean.symbols, numbered.name: numbered}
    profile = dataclasses.replace(lean, symbols=symbols, engine="rs")
    menu = decode_menu(World().start_menu((2, 6)).build(), profile)
    assert menu is not None
    assert menu.id == "start_menu"
    assert decode_menu(World().menu(1, 4).build(), profile) is None


def test_nothing_opens_while_the_field_fades() -> None:
    world = World().lock(1).put("gPaletteFade", 7, "B", 0x80)
    assert decode_menu(world.build(), profile_without("gTasks")) is None


def test_ids_stand_where_labels_can_not_be_read() -> None:
    menu = decode_menu(World().start_menu((2, 6)).build(), profile_without(*LABEL_TABLES))
    assert menu is not None
    assert (ids(menu), labels(menu)) == (["bag", "exit"], [None, None])


def test_the_start_menu_is_not_open_while_its_task_does_what_was_chosen() -> None:
    world = World().start_menu((2, 6)).put("sStartMenuCallback", 0, "I", 0x08001F01)
    assert decode_menu(world.build(), PROFILE) is None


def test_without_the_callback_the_shared_cursor_must_agree_with_the_list() -> None:
    lean = profile_without("sStartMenuCallback", "StartCB_HandleInput", "StartCB_Save2")
    menu = decode_menu(World().start_menu((2, 3, 6), cursor=1).build(), lean)
    assert menu is not None
    assert (menu.cursor, menu.takes_input) == (1, None)
    fading = World().start_menu((2, 3, 6)).put("gPaletteFade", 7, "B", 0x80)
    assert decode_menu(fading.build(), lean) is None
    with pytest.raises(UnprovenSymbolError, match="sStartMenuCallback"):
        decode_menu(asks_to_save().build(), lean)
    printing = World().start_menu((2, 3, 6)).message(text("Saved")).printer(1)
    assert decode_menu(printing.build(), lean) is None


def asks_to_save() -> World:
    world = World().start_menu((2, 4, 6)).menu(1, 1)
    world.put("sStartMenuCallback", 0, "I", thumb("StartCB_Save2"))
    return world.put("sSaveDialogCB", 0, "I", thumb("SaveDialogCB_AskSaveHandleInput"))


def test_the_question_whether_to_save_is_one_of_yes_and_no() -> None:
    menu = read(asks_to_save())
    assert (menu.id, menu.cursor) == ("yes_no", 1)


def test_a_save_dialog_of_before_asks_nothing() -> None:
    world = asks_to_save().put("sStartMenuCallback", 0, "I", 0x08001F01)
    assert decode_menu(world.build(), PROFILE) is None


def test_a_save_dialog_that_gives_way_to_the_start_menu_asks_nothing() -> None:
    assert decode_menu(asks_to_save().menu(1, 2).build(), PROFILE) is None


def test_reads_yes_and_no() -> None:
    menu = read(World().menu(1, 1).task("Task_YesNoMenu_HandleInput"))
    assert (menu.id, menu.cursor) == ("yes_no", 1)
    assert (ids(menu), labels(menu)) == (["yes", "no"], ["YES", "NO"])


def test_a_menu_that_fades_takes_no_input() -> None:
    world = World().menu(1, 1).task("Task_YesNoMenu_HandleInput", data=(0, 0, 9))
    assert read(world).takes_input is True
    assert read(world.put("gPaletteFade", 7, "B", 0x80)).takes_input is False


def offered(last: int, *command: int, task: str = "Task_MultichoiceMenu_HandleInput") -> World:
    """A choice of ``last + 1`` entries; its script waits behind a command."""
    world = World().script(mode=1, status=1).menu(last, last).task(task)
    world.ram.write(0x08005800, bytes(command))
    return world.put("sGlobalScriptContext", 8, "I", 0x08005800 + len(command))


@pytest.mark.parametrize("command", [(0x6F, 9, 9, 1, 0), (0x70, 9, 9, 1, 2, 0)])
def test_reads_the_list_that_a_script_offers(command: tuple[int, ...]) -> None:
    menu = read(offered(2, *command))
    assert (menu.id, menu.cursor) == ("multichoice", 2)
    assert (ids(menu), labels(menu)) == (
        ["choice_0", "choice_1", "choice_2"],
        ["RED", "GREEN", "BLUE"],
    )


def test_reads_a_list_in_a_grid() -> None:
    world = offered(2, 0x71, 9, 9, 1, 3, 0, task="Hask_MultichoiceGridMenu_HandleInput")
    menu = read(world.put("sMenu", 9, "B", 3))
    assert (menu.columns, labels(menu)) == (3, ["RED", "GREEN", "BLUE"])


def test_a_choice_put_together_by_code_has_no_labels() -> None:
    """Its task can name a list all the same."""
    world = offered(3, 0x25, 1, 0, 0x27)
    world.task("Task_MultichoiceMenu_HandleInput", data=(0,) * 7 + (1,))
    assert labels(read(world)) == [None] * 4


def list_menu(scroll: int, row: int, total: int = 3, items: int = 0x02032000) -> World:
    world = World()
    for index in range(3):
        world.ram.put(0x02032000 + 8 * index, "Ii", 0x02032100 + 8 * index, index)
        world.ram.write(0x02032100 + 8 * index, text("ABC"[index]))
    data = (items & 0xFFFF, items >> 16, 0, 0, 0, 0, total, 2, 1, 0, 0, 0, scroll, row)
    return world.task("ListMenuDummyTask", data=data)


def test_reads_a_scrolling_list_by_offset_and_row() -> None:
    menu = read(list_menu(scroll=1, row=1))
    assert (menu.id, menu.cursor, labels(menu)) == ("list", 2, ["A", "B", "C"])


@pytest.mark.parametrize(
    ("world", "says"),
    [
        (
            World().menu(2, 1).task("Task_YesNoMenu_HandleInput"),
            "cursorPos .* is 2; expected 0 to 1",
        ),
        (World().menu(-1, 1).task("Task_YesNoMenu_HandleInput"), "cursorPos"),
        (World().menu(0, 2).task("Task_YesNoMenu_HandleInput"), "maxCursorPos"),
        (World().menu(0, 21).task("Task_MultichoiceMenu_HandleInput"), "maxCursorPos"),
        (World().menu(0, 1, 1).task("Task_YesNoMenu_HandleInput"), "minCursorPos"),
        (World().start_menu((2, 6), cursor=2), "sStartMenuCursorPos .* expected 0 to 1"),
        (World().start_menu((2, 9)), r"sStartMenuOrder\[1\]"),
        (World().start_menu((2, 2)), "2 different entries"),
        (World().start_menu(()), "sNumStartMenuItems"),
        (list_menu(2, 1), "cursorPos"),
        (list_menu(0, 0, total=0), "totalItems"),
        (list_menu(0, 0, items=0x03007FFC), r"ListMenu\.items"),
    ],
)
def test_refuses_a_cursor_outside_its_menu(world: World, says: str) -> None:
    with pytest.raises(DecodeError, match=says):
        decode_menu(world.build(), PROFILE)


def test_refuses_a_list_with_another_number_of_entries() -> None:
    world = offered(3, 0x6F, 9, 9, 1, 0)
    with pytest.raises(DecodeError, match=r"sMultichoiceLists\[1\]\.count"):
        decode_menu(world.build(), PROFILE)


def test_a_profile_that_can_not_tell_says_so() -> None:
    tasks = [name for name in ADDRESSES if name.startswith(("Task_", "ListMenu"))]
    for locked in (World().lock(1), World().lock(1).task("Task_YesNoMenu_HandleInput")):
        with pytest.raises(UnprovenSymbolError, match="gTasks"):
            decode_menu(locked.build(), profile_without("gTasks"))
        with pytest.raises(UnprovenSymbolError, match="Task_StartMenuHandleInput"):
            decode_menu(locked.build(), profile_without(*tasks))
    lean = profile_without("sGlobalScriptContext", "Task_YesNoMenu_HandleInput")
    with pytest.raises(UnprovenSymbolError, match="Task_YesNoMenu_HandleInput"):
        decode_menu(World().lock(1).build(), lean)


def test_where_the_field_takes_input_no_menu_is_open_whatever_the_profile_lacks() -> None:
    tasks = [name for name in ADDRESSES if name.startswith(("Task_", "ListMenu"))]
    assert decode_menu(World().build(), profile_without("gTasks", *tasks)) is None


def test_a_start_menu_that_does_something_may_ask_what_is_not_known() -> None:
    world = World().start_menu((2, 6)).put("sStartMenuCallback", 0, "I", 0x08001F01)
    with pytest.raises(UnprovenSymbolError, match="sSaveDialogCB"):
        decode_menu(world.build(), profile_without("sSaveDialogCB"))


def test_a_script_that_waits_for_something_unknown_is_not_no_menu() -> None:
    world = World().lock(1).script(mode=1, status=1)
    with pytest.raises(NotLoadedError, match="waits for a choice or a special"):
        decode_menu(world.build(), PROFILE)
    assert decode_menu(World().lock(1).script(mode=1, status=0).build(), PROFILE) is None


def test_a_screen_that_is_not_read_is_not_no_menu() -> None:
    world = World()
    world.ram.put(ADDRESSES["gMain"] + 4, "I", 0x08001F01)
    with pytest.raises(NotLoadedError, match=r"0x08001F01.*a screen whose menu can be listed"):
        decode_menu(world.build(), PROFILE)
    assert decode_menu(World().main("CB2_LoadMap").build(), PROFILE) is None


def asking() -> World:
    """A yes/no box under a finished text."""
    world = finished(None).script(mode=1, status=1).menu(0, 1)
    return world.task("Task_YesNoMenu_HandleInput", data=(0, 0, 5))


def test_a_menu_carries_the_text_that_it_stands_under() -> None:
    menu = read(asking().on_screen())
    assert (menu.id, menu.question) == ("yes_no", ("four",))
    assert read(asking().on_screen(drawn=False)).question == ()


def test_a_question_that_can_not_be_told_is_not_none() -> None:
    lean = decode_menu(asking().build(), profile_without("gWindows"))
    assert lean is not None
    assert lean.question is None
    assert read(asking().on_screen().message(text("Another text"))).question is None


def test_a_menu_on_another_screen_does_not_carry_the_fields_text() -> None:
    assert read(asking().on_screen().main("CB2_TrainerCard")).question is None


def test_the_start_menu_asks_nothing() -> None:
    assert read(finished(None).on_screen().start_menu((1, 2, 3))).question == ()
