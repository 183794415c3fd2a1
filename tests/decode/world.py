"""A small hand-made world in RAM: a room of 5x4 tiles, the player, one NPC, and idle scripts.

A test changes this world, and so shows only what matters to it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gbatool.engine import layouts
from gbatool.engine.engine import KANTO_SECTIONS
from gbatool.engine.families import FRLG
from gbatool.engine.layouts import offset_of
from gbatool.memory import Address, Snapshot
from gbatool.profile import Profile, RomIdentity, Status, Symbol, Trait, Unresolved
from tests.ram import RamBuilder

WIDTH, HEIGHT = 5, 4
BUFFER_WIDTH, BUFFER_HEIGHT = WIDTH + layouts.BORDER_WIDTH, HEIGHT + layouts.BORDER_HEIGHT
WALL, FLOOR, WATER = 0x0400 | 3, 0x3000 | 1, 0x1000 | 2
ROOM = ("#####", "#...#", "#.~.#", "#####")
"""Walls, floor of elevation 3, and a pond of elevation 1 in the middle of the south."""

ADDRESSES = {
    "gBackupMapLayout": 0x03000100,
    "gBackupMapData": 0x02010000,
    "gMapHeader": 0x02000100,
    "gObjectEvents": 0x02000200,
    "gPlayerAvatar": 0x02000500,
    "gMain": 0x03000200,
    "gPaletteFade": 0x02000600,
    "gTasks": 0x03001000,
    "sLockFieldControls": 0x03000700,
    "sGlobalScriptContext": 0x03000710,
    "sGlobalScriptContextStatus": 0x03000790,
    "sMessageBoxType": 0x02000620,
    "sTextPrinters": 0x02001000,
    "gStringVar4": 0x02001800,
    "gTextFlags": 0x03000794,
    "gFieldMessageBoxWindow": 0x02002240,
    "gWindowTemplate_Contest_MoveDescription": 0x02002280,
    "gWindows": 0x02002000,
    "sMenu": 0x02002200,
    "sStartMenuCallback": 0x02002210,
    "sStartMenuCursorPos": 0x02002214,
    "sNumStartMenuItems": 0x02002215,
    "sStartMenuOrder": 0x02002216,
    "gSaveBlock1Ptr": 0x03000800,
    "gSaveBlock2Ptr": 0x03000804,
    "gSaveBlock1": 0x02020000,
    "gSaveBlock2": 0x02024000,
    "gBattlersCount": 0x02002230,
    "gBattleOutcome": 0x02002231,
    "sInHelpSystem": 0x02002232,
    "gQuestLogState": 0x02002233,
    "CB1_Overworld": 0x08001000,
    "CB2_Overworld": 0x08001100,
    "CB2_LoadMap": 0x08001200,
    "CB2_NamingScreen": 0x08001300,
    "BattleMainCB2": 0x08001308,
    "CB2_BagMenuRun": 0x08001310,
    "CB2_UpdatePartyMenu": 0x08001320,
    "CB2_InitOptionMenu": 0x08001330,
    "CB2_BuyMenu": 0x08001340,
    "CB2_TrainerCard": 0x08001350,
    "WaitForAorBPress": 0x08001400,
    "IsFieldMessageBoxHidden": 0x08001500,
    "WaitForFanfareFinish": 0x08001600,
    "Task_StartMenuHandleInput": 0x08001700,
    "Task_YesNoMenu_HandleInput": 0x08001800,
    "Task_MultichoiceMenu_HandleInput": 0x08001900,
    "Hask_MultichoiceGridMenu_HandleInput": 0x08001F40,
    "ListMenuDummyTask": 0x08001A00,
    "Task_CallYesOrNoCallback": 0x08001A10,
    "Task_BagMenu_HandleInput": 0x08001A20,
    "Task_HandleChooseMonInput": 0x08001A30,
    "Task_HandleSelectionMenuInput": 0x08001A40,
    "Task_FieldItemContextMenuHandleInput": 0x08001A50,
    "Task_BuyMenu": 0x08001A60,
    "Task_ShopMenu": 0x08001A64,
    "Task_ItemContext_MultipleRows": 0x08001A68,
    "Task_OptionMenuProcessInput": 0x08001A70,
    "StartCB_HandleInput": 0x08001B00,
    "StartCB_Save2": 0x08001C00,
    "SaveDialogCB_AskSaveHandleInput": 0x08001D00,
    "sSaveDialogCB": 0x03000808,
    "sStartMenuActionTable": 0x08002000,
    "sMultichoiceLists": 0x08002100,
    "gText_YesNo": 0x08002200,
    "gMapGroups": 0x08003000,
    "sMapNames": 0x08003400,
    "gRegionMapEntries": 0x08003700,
    "gPlayerParty": 0x02005000,
    "gPlayerPartyCount": 0x02005300,
    "gEnemyParty": 0x02005400,
    "gBattleMons": 0x02005800,
    "gBattlerPositions": 0x02005A00,
    "gBattlerPartyIndexes": 0x02005A08,
    "gAbsentBattlerFlags": 0x02005A10,
    "gBattleTypeFlags": 0x02005A14,
    "gBattleWeather": 0x02005A18,
    "gBattlerAttacker": 0x02005A1A,
    "gCurrentMove": 0x02005A1C,
    "gBattlerByTurnOrder": 0x02005A20,
    "gCurrentTurnActionNumber": 0x02005A24,
    "gChosenActionByBattler": 0x02005A28,
    "gBattleMainFunc": 0x03000810,
    "gDisplayedStringBattle": 0x02005B00,
    "gBattlescriptCurrInstr": 0x02005C74,
    "gBattleCommunication": 0x02005C78,
    "gText_BattleYesNoChoice": 0x080022A0,
    "gBagMenuState": 0x02005C00,
    "gBagPosition": 0x02005C14,
    "gPartyMenu": 0x02005C50,
    "sPartyMenuInternal": 0x02005C64,
    "sContextMenuItemsPtr": 0x02005C68,
    "gBagMenu": 0x02005CA0,
    "sItemMenuActions": 0x08002500,
    "sShopMenuActions_BuySellQuit": 0x08002580,
    "sOptionMenuPtr": 0x02005C6C,
    "sNamingScreen": 0x02005C70,
    "gHelpSystemListMenu": 0x02005C80,
    "gSprites": 0x02006000,
    "sCursorOptions": 0x08002300,
    "sItemMenuContextActions": 0x08002400,
    "sOptionMenuItemsNames": 0x08002480,
    "gBattlerControllerFuncs": 0x03000820,
    "gActionSelectionCursor": 0x02005C40,
    "gMoveSelectionCursor": 0x02005C44,
    "HandleInputChooseAction": 0x08001E80,
    "HandleInputChooseMove": 0x08001E90,
    "gText_BattleMenu": 0x08002240,
    "gText_SafariZoneMenu": 0x08002270,
    "RunTurnActionsFunctions": 0x08001E00,
    "gSpeciesNames": 0x08006000,
    "gMoveNames": 0x08007400,
    "gItems": 0x08008800,
    "gAbilityNames": 0x0800CA00,
    "gTypeNames": 0x0800CE00,
    "gNatureNamePointers": 0x0800CF00,
    "gSpeciesInfo": 0x0800D000,
    "gBattleMoves": 0x08005400,
}
MAP_HEADER, LAYOUT, EVENTS = 0x08004000, 0x08004020, 0x08004040
PRIMARY, SECONDARY, ATTRIBUTES = 0x08004060, 0x08004080, 0x08004100
WARPS, CONNECTIONS = 0x08004200, 0x08004280
WINDOW_PIXELS = 0x02030000
PLAYER_SLOT, PERSON_SLOT = 2, 5
TOWN, ROOM_MAP = (3, 0), (4, 1)


def profile_without(*missing: str) -> Profile:
    """A profile with this world's addresses, except some."""
    symbols = {
        name: Symbol(name, Address(address), 0, Status.VERIFIED)
        for name, address in ADDRESSES.items()
        if name not in missing
    }
    identity = RomIdentity("WORLD", "TEST", "00", 0, 0x10000, "0" * 40, "0" * 64)
    return Profile(name="world", rom=identity, engine="frlg", symbols=symbols)


PROFILE = profile_without()


def profile_of(*unresolved: str, **traits: str) -> Profile:
    """The profile with traits that differ from the family's, and some that are not proven.

    Args:
        unresolved: Names.
        traits: Name, with ``__`` for the dot, and value.
    """
    named = {name.replace("__", "."): value for name, value in traits.items()}
    return replace(
        PROFILE,
        traits={name: Trait(name, value, Status.VERIFIED) for name, value in named.items()},
        unresolved={name: Unresolved(name, "it was refuted") for name in unresolved},
    )


def thumb(name: str) -> int:
    """A function's address with the Thumb bit, as pointers store it."""
    return ADDRESSES[name] | 1


def block(character: str) -> int:
    """The block that a character of a drawn room stands for."""
    return {"#": WALL, ".": FLOOR, "~": WATER}[character]


def text(string: str) -> bytes:
    """Latin letters, digits and line ends as the game keeps them: | scrolls, / clears."""
    codes = {" ": 0x00, "\n": 0xFE, "|": 0xFA, "/": 0xFB, "!": 0xAB, "?": 0xAC, ".": 0xAD}
    codes |= {chr(ord("A") + i): 0xBB + i for i in range(26)}
    codes |= {chr(ord("a") + i): 0xD5 + i for i in range(26)}
    return bytes(codes[character] for character in string) + b"\xff"


class World:
    """The room, ready to be changed."""

    def __init__(self) -> None:
        self.ram = RamBuilder()
        self._rom()
        self._map()
        self._save()
        self.player(9, 8)
        self.person(8, 8)
        self.main(callback2="CB2_Overworld")
        self.script(mode=0, status=2)
        self.lock(0)
        self.window(drawn=False)

    def build(self) -> Snapshot:
        """The snapshot."""
        return self.ram.build(frame=7)

    def put(self, name: str, offset: int, code: str, *values: int) -> World:
        """Change a field of a symbol."""
        self.ram.put(ADDRESSES[name] + offset, code, *values)
        return self

    def _rom(self) -> None:
        put, record = self.ram.put, self.ram.record
        layout = FRLG.map_layout
        fields = {"primary_tileset": PRIMARY, "secondary_tileset": SECONDARY}
        record(LAYOUT, layout, width=WIDTH, height=HEIGHT, **fields)
        for tileset in (PRIMARY, SECONDARY):
            record(tileset, FRLG.tileset, attributes=ATTRIBUTES)
        put(ATTRIBUTES, "5I", 0, 0, 0x10, 0, 0x65)
        warp_count = 2
        record(EVENTS, layouts.MAP_EVENTS, warp_count=warp_count, warps=WARPS)
        put(WARPS, "hhBBBB", 1, 1, 3, 1, ROOM_MAP[1], ROOM_MAP[0])
        put(WARPS + 8, "hhBBBB", 3, 2, 0, 0, 0x7F, 0x7F)
        put(CONNECTIONS, "iI", 1, CONNECTIONS + 8)
        put(CONNECTIONS + 8, "B3xiBB2x", 2, -3, *TOWN)
        self.header(MAP_HEADER, connections=CONNECTIONS)
        groups = ADDRESSES["gMapGroups"]
        for group in range(5):
            put(groups + 4 * group, "I", groups + 0x40 + 0x40 * group)
            for number in range(3):
                put(groups + 0x40 + 0x40 * group + 4 * number, "I", MAP_HEADER)
        put(ADDRESSES["sMapNames"], "I", ADDRESSES["sMapNames"] + 0x200)
        self.ram.write(ADDRESSES["sMapNames"] + 0x200, text("HOME"))
        names = ADDRESSES["gRegionMapEntries"]
        put(names + 8 * KANTO_SECTIONS.first + 4, "I", names + 0x300)
        self.ram.write(names + 0x300, text("CAVE"))
        self._labels()

    def _labels(self) -> None:
        at = 0x08005000
        table = ADDRESSES["sStartMenuActionTable"]
        for index, label in enumerate(("DEX", "MON", "BAG", "", "SAVE", "OPTION", "EXIT")):
            self.ram.put(table + 8 * index, "II", at, 0)
            self.ram.write(at, text(label) if label else b"\xfd\x01\xff")
            at += 0x10
        self.ram.write(ADDRESSES["gText_YesNo"], text("YES\nNO"))
        for name, entries in (
            ("gText_BattleMenu", "FIGHT BAG MON RUN"),
            ("gText_SafariZoneMenu", "BALL BAIT ROCK RUN"),
            ("gText_BattleYesNoChoice", "YES NO"),
        ):
            parts = [text(entry)[:-1] for entry in entries.split()]
            jump, start = b"\xfc\x13\x38", b"\xfc\x05\x05\xfc\x04\x0d\x0e\x0f"
            half = len(parts) // 2
            shown = start + jump.join(parts[:half]) + b"\xfe" + jump.join(parts[half:]) + b"\xff"
            self.ram.write(ADDRESSES[name], shown)
        self.ram.put(ADDRESSES["sMultichoiceLists"] + 8, "IB3x", at, 3)
        for index, label in enumerate(("RED", "GREEN", "BLUE")):
            self.ram.put(at + 8 * index, "II", at + 0x20 + 8 * index, 0)
            self.ram.write(at + 0x20 + 8 * index, text(label))

    def header(self, address: int, *, connections: int = 0, layout: int = LAYOUT) -> World:
        """A map header, in the ROM or in RAM."""
        self.ram.record(
            address,
            layouts.MAP_HEADER,
            layout=layout,
            events=EVENTS,
            connections=connections,
            region_map_section=KANTO_SECTIONS.first,
        )
        return self

    def _map(self) -> None:
        data = ADDRESSES["gBackupMapData"]
        self.put("gBackupMapLayout", 0, "iiI", BUFFER_WIDTH, BUFFER_HEIGHT, data)
        self.header(ADDRESSES["gMapHeader"], connections=CONNECTIONS)
        blocks = np.full((BUFFER_HEIGHT, BUFFER_WIDTH), layouts.UNDEFINED_BLOCK, "<u2")
        for y, row in enumerate(ROOM):
            for x, character in enumerate(row):
                blocks[y + layouts.BORDER, x + layouts.BORDER] = block(character)
        self.ram.write(data, blocks.tobytes())

    def tile(self, x: int, y: int, value: int) -> World:
        """Change a block of the buffer."""
        self.put("gBackupMapData", 2 * (y * BUFFER_WIDTH + x), "H", value)
        return self

    def behavior(self, metatile: int, number: int) -> World:
        """Give a metatile a behaviour."""
        self.ram.put(ATTRIBUTES + 4 * metatile, "I", number)
        return self

    def _save(self) -> None:
        self.put("gSaveBlock1Ptr", 0, "II", ADDRESSES["gSaveBlock1"] + 8, ADDRESSES["gSaveBlock2"])
        self.put(
            "gSaveBlock1",
            8 + offset_of(FRLG.save_block1, "location"),
            "bbbxhh",
            *ROOM_MAP,
            0,
            -1,
            -1,
        )
        self.put(
            "gSaveBlock1",
            8 + offset_of(FRLG.save_block1, "dynamic_warp"),
            "bbbxhh",
            *TOWN,
            1,
            -1,
            -1,
        )
        self.ram.write(ADDRESSES["gSaveBlock2"], text("ADA"))

    def thing(self, slot: int, **fields: object) -> World:
        """An object event."""
        size = layouts.OBJECT_EVENT.itemsize
        self.ram.record(ADDRESSES["gObjectEvents"] + slot * size, layouts.OBJECT_EVENT, **fields)
        return self

    def player(self, x: int, y: int, **fields: object) -> World:
        """The player, who faces west and has moved north before."""
        self.thing(
            PLAYER_SLOT,
            **{
                "flags": layouts.OBJECT_ACTIVE | layouts.OBJECT_IS_PLAYER,
                "local_id": layouts.PLAYER_LOCAL_ID,
                "elevation": 0x33,
                "current_x": x,
                "current_y": y,
                "previous_x": x,
                "previous_y": y,
                "directions": 0x33,
                "previous_movement_direction": 2,
                **fields,
            },
        )
        self.ram.record(
            ADDRESSES["gPlayerAvatar"],
            layouts.PLAYER_AVATAR,
            flags=layouts.AVATAR_ON_FOOT,
            object_event_id=PLAYER_SLOT,
        )
        return self

    def person(self, x: int, y: int, **fields: object) -> World:
        """An object event that faces south."""
        return self.thing(
            PERSON_SLOT,
            **{
                "flags": layouts.OBJECT_ACTIVE,
                "local_id": 1,
                "map_group": ROOM_MAP[0],
                "map_num": ROOM_MAP[1],
                "graphics_id": 20,
                "movement_type": 8,
                "elevation": 0x33,
                "current_x": x,
                "current_y": y,
                "previous_x": x,
                "previous_y": y,
                "directions": 0x11,
                **fields,
            },
        )

    def main(self, callback2: str, *, in_battle: bool = False) -> World:
        """The callbacks of the main loop."""
        self.ram.record(
            ADDRESSES["gMain"],
            layouts.MAIN,
            callback1=thumb("CB1_Overworld"),
            callback2=thumb(callback2),
            flags=layouts.MAIN_IN_BATTLE if in_battle else 0,
        )
        return self

    def script(self, mode: int, status: int, native: str | None = None) -> World:
        """The script context."""
        pointer = thumb(native) if native else 0
        self.put("sGlobalScriptContext", 0, "BBBxI", 0, mode, 0, pointer)
        return self.put("sGlobalScriptContextStatus", 0, "B", status)

    def lock(self, value: int) -> World:
        """The field lock."""
        return self.put("sLockFieldControls", 0, "B", value)

    def task(self, function: str, index: int = 3, data: tuple[int, ...] = ()) -> World:
        """An active task."""
        words = (*data, *([0] * (16 - len(data))))
        offset = index * layouts.TASK.itemsize
        return self.put("gTasks", offset, "IBBBB16h", thumb(function), 1, 0xFE, 0xFF, 80, *words)

    def printer(self, position: int, *, state: int = 0, active: int = 1, index: int = 0) -> World:
        """A printer that has come to a byte of ``gStringVar4``."""
        offset = index * layouts.TEXT_PRINTER.itemsize
        self.put("sTextPrinters", offset, "I", ADDRESSES["gStringVar4"] + position)
        return self.put("sTextPrinters", offset + 0x1B, "BB", active, state)

    def message(self, data: bytes) -> World:
        """The expanded message."""
        self.ram.write(ADDRESSES["gStringVar4"], data)
        return self

    def window(self, *, drawn: bool) -> World:
        """The message window, with a few pixels of text or without."""
        size = 26 * 4 * layouts.TILE_BYTES
        self.put("gWindows", 0, "BBBBBBHI", 0, 2, 15, 26, 4, 15, 40, WINDOW_PIXELS)
        self.ram.write(WINDOW_PIXELS, bytes([layouts.WINDOW_BACKGROUND]) * size)
        if drawn:
            self.ram.write(WINDOW_PIXELS + 100, b"\x12\x33\x21")
        return self

    def on_screen(self, *, drawn: bool = True) -> World:
        """The message window and, with ``drawn``, its tiles and some ink on screen."""
        self.window(drawn=drawn)
        screen = self.ram.screen
        screen.registers[0], screen.registers[4] = 1 << 8, 31 << 8 | 2 << 2
        tiles = np.arange(40, 40 + 26 * 4, dtype=np.uint16) if drawn else np.uint16(0)
        cells = screen.vram[0xF800:0x10000].view("<u2").reshape(32, 32)
        cells[15:19, 2:28] = np.reshape(0xF000 + tiles, (4, 26)) if drawn else 0
        screen.vram[0x8000 + 40 * 32 + 100] = 0x12
        return self

    def menu(self, cursor: int, last: int, first: int = 0) -> World:
        """The shared cursor."""
        return self.put("sMenu", 2, "bbb", cursor, first, last)

    def start_menu(self, order: tuple[int, ...], cursor: int = 0) -> World:
        """An open start menu."""
        self.put("sStartMenuCallback", 0, "I", thumb("StartCB_HandleInput"))
        self.put("sStartMenuCursorPos", 0, "BB", cursor, len(order))
        self.put("sStartMenuOrder", 0, f"{len(order)}B", *order)
        self.menu(cursor, len(order) - 1)
        return self.lock(1).task("Task_StartMenuHandleInput")
