"""Worlds in which a menu with its own screen is open."""

from __future__ import annotations

from tests.decode.records import bag_world, named_world, party_world
from tests.decode.world import World, text

HEAP, STRINGS = 0x02032000, 0x02034000
NAMING, TEMPLATE = 0x02036000, 0x08005200
CURSOR_SPRITE = 5


def list_items(world: World, items: list[tuple[str, int]], at: int = HEAP) -> int:
    """An array of list items; its address."""
    for index, (label, number) in enumerate(items):
        world.ram.put(at + 8 * index, "Ii", STRINGS + 16 * index, number)
        world.ram.write(STRINGS + 16 * index, text(label))
    return at


def list_task(world: World, items: list[tuple[str, int]], scroll: int, row: int) -> World:
    """An active list of these items, two of them on screen."""
    at = list_items(world, items)
    data = (at & 0xFFFF, at >> 16, 0, 0, 0, 0, len(items), 2, 1, 0, 0, 0, scroll, row)
    return world.task("ListMenuDummyTask", index=4, data=data)


def bag_screen(pocket: int = 0, scroll: int = 0, row: int = 0) -> World:
    """The bag screen; the pocket of ordinary items has a gap between two."""
    world = bag_world().main("CB2_BagMenuRun").task("Task_BagMenu_HandleInput")
    world.put("gBagMenuState", 4, "BBH", 0, 1, pocket)
    for offset, value in ((8, row), (0xE, scroll)):
        world.put("gBagMenuState", offset + 2 * pocket, "H", value)
    return world


def bag_actions(cursor: int = 1) -> World:
    """The actions of an item, over the bag screen."""
    world = bag_screen().task("Task_FieldItemContextMenuHandleInput").menu(cursor, 2)
    world.put("sContextMenuItemsPtr", 0, "I", HEAP)
    world.ram.put(HEAP, "3B", 0, 3, 4)
    return _actions(world, "sItemMenuContextActions", {0: "USE", 3: "GIVE", 4: "CANCEL"})


def emerald_bag_actions(cursor: int = 2) -> World:
    """The same in Emerald: two rows of two, of which one place is free."""
    world = World().task("Task_ItemContext_MultipleRows").menu(cursor, 3)
    world.put("sMenu", 9, "BB", 2, 2).put("gBagMenu", 0, "I", HEAP)
    world.ram.put(HEAP + 0x820, "I", HEAP + 0x900)
    world.ram.put(HEAP + 0x900, "4B", 0, 2, 14, 4)
    return _actions(world, "sItemMenuActions", {0: "USE", 2: "NOTE", 4: "CANCEL"})


def shop_choice(count: int = 3, cursor: int = 1) -> World:
    """The first menu of a shop."""
    world = World().lock(1).script(mode=1, status=1).task("Task_ShopMenu").menu(cursor, count - 1)
    return _actions(world, "sShopMenuActions_BuySellQuit", {0: "BUY", 1: "SELL", 2: "QUIT"})


def party_screen(slot: int = 0, *, kind: int = 0, action: int = 0, second: int = 0) -> World:
    """The party's screen."""
    world = party_world().main("CB2_UpdatePartyMenu").task("Task_HandleChooseMonInput")
    return world.put("gPartyMenu", 8, "BbbB", kind, slot, second, action)


def party_actions(cursor: int = 0) -> World:
    """The actions of a member, over the party screen."""
    world = party_screen().task("Task_HandleSelectionMenuInput").menu(cursor, 2)
    world.put("sPartyMenuInternal", 0, "I", HEAP)
    world.ram.put(HEAP + 0xF, "8BB", 0, 18, 2, 0, 0, 0, 0, 0, 3)
    return _actions(world, "sCursorOptions", {0: "SUMMARY", 2: "CANCEL", 18: "GLOW"})


def _actions(world: World, table: str, labels: dict[int, str]) -> World:
    for number, label in labels.items():
        world.put(table, 8 * number, "I", 0x08005300 + 16 * number)
        world.ram.write(0x08005300 + 16 * number, text(label))
    return world


def naming_screen(
    column: int = 2, row: int = 1, *, page: int = 1, kind: int = 3, typed: str = "AB"
) -> World:
    """The naming screen for a mon's nickname."""
    world = named_world().main("CB2_NamingScreen").put("sNamingScreen", 0, "I", NAMING)
    world.ram.write(NAMING + 0x1800, text(typed))
    world.ram.put(NAMING + 0x1E10, "B", 2)
    world.ram.put(NAMING + 0x1E22, "BB", page, CURSOR_SPRITE)
    world.ram.put(NAMING + 0x1E28, "IB", TEMPLATE, kind)
    world.ram.put(NAMING + 0x1E34, "H", 2)
    world.ram.put(TEMPLATE, "BB", 0, 10)
    return world.put("gSprites", 0x44 * CURSOR_SPRITE + 0x2E, "hh", column, row)


OPTION_LABELS = ("SPEED", "SCENE", "STYLE", "SOUND", "BUTTONS", "FRAME", "LEAVE")


def option_labels(world: World) -> World:
    """The names of the options."""
    for index, label in enumerate(OPTION_LABELS):
        world.put("sOptionMenuItemsNames", 4 * index, "I", 0x08005500 + 16 * index)
        world.ram.write(0x08005500 + 16 * index, text(label))
    return world


def options_screen(cursor: int = 1) -> World:
    """The options screen, with its structure in memory."""
    world = option_labels(World()).main("CB2_InitOptionMenu").put("sOptionMenuPtr", 0, "I", HEAP)
    world.ram.put(HEAP, "8H", 2, 1, 0, 1, 2, 9, 0, cursor)
    return world


def shop_screen(scroll: int = 0, row: int = 1) -> World:
    """A shop that sells two things."""
    world = named_world().main("CB2_BuyMenu").task("Task_BuyMenu")
    world.put("gItems", 44 * 13 + 0x10, "H", 300)
    world.put("gItems", 44 * 4 + 0x10, "H", 200)
    return list_task(world, [("TONIC", 13), ("NET", 4), ("CANCEL", -2)], scroll, row)


def help_overlay(scroll: int = 1, row: int = 1) -> World:
    """The HELP menu over the field."""
    world = World().put("sInHelpSystem", 0, "B", 1)
    at = list_items(world, [("WHAT", 7), ("HOW", 8), ("TERMS", 9)])
    world.put("gHelpSystemListMenu", 0, "IHHBB2xBB", at, 3, 2, 0, 0, scroll, row)
    return world
