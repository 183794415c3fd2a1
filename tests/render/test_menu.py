"""A menu is drawn in its columns with its cursor; a long list only around the cursor."""

from __future__ import annotations

from rich.console import Console

from gbatool.decode.menu import Menu, MenuEntry
from gbatool.decode.names import Named
from gbatool.decode.naming import NamingScreen
from gbatool.render.menu import AROUND, menu_lines


def drawn(menu: Menu) -> list[str]:
    console = Console(width=80, color_system=None)
    with console.capture() as shown:
        console.print(menu_lines(menu))
    return [line.rstrip() for line in shown.get().splitlines()]


def test_two_columns_lie_side_by_side() -> None:
    entries = (
        MenuEntry("move_0", "RUB", number=1, amount=5, most=20),
        MenuEntry("move_1", None, number=2, amount=7),
        MenuEntry("move_2", "HUM"),
    )
    assert drawn(Menu("battle_move", 1, entries, columns=2, battler=2)) == [
        "menu battle_move, battler 2",
        "  RUB 5/20  ▶ (move_1) 7",
        "  HUM",
    ]


def test_a_long_list_is_shown_around_its_cursor() -> None:
    entries = tuple(MenuEntry(f"choice_{n}", f"entry {n}") for n in range(200))
    lines = drawn(Menu("list", 100, entries))
    assert len(lines) == 2 * AROUND + 3
    assert lines[AROUND + 1] == "▶ entry 100"
    assert lines[-1] == f"{200 - 2 * AROUND - 1} more entries"


def test_says_which_pocket_and_whether_keys_are_looked_at() -> None:
    menu = Menu("bag", 0, (MenuEntry("close", "CLOSE"),), pocket="key_items", takes_input=False)
    assert drawn(menu) == ["menu bag, pocket key items, not ready", "▶ CLOSE"]


def test_shows_what_the_menu_asks_above_its_entries() -> None:
    menu = Menu("yes_no", 0, (MenuEntry("yes", "YES"),), question=("Shall we?", "Really?"))
    assert drawn(menu) == ["menu yes_no", "Shall we?", "Really?", "▶ YES"]


def test_says_what_was_typed_and_for_whom() -> None:
    naming = NamingScreen(
        text="AB",
        most=10,
        page=1,
        column=0,
        row=0,
        takes_input=True,
        subject="nickname",
        species=Named(2, "PEBBLE"),
    )
    lines = drawn(Menu("naming", 0, (MenuEntry("key_0_0", "A"),), naming=naming))
    assert lines[-1] == "typed 'AB' of 10 characters for nickname (PEBBLE)"
