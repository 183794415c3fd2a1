"""The addresses of a double's symbols, laid out one after the other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gbatool.engine import layouts, menus
from gbatool.engine.layouts import with_fields
from gbatool.memory import EWRAM, IWRAM, ROM, Address, Region

SAVE_BLOCK_SLACK = 0x80
NAMING_SCREEN_SIZE = 0x1E40
WINDOW_COUNT, MESSAGE_COLUMNS, MESSAGE_ROWS = 32, 26, 4
PRINTER = with_fields(
    layouts.TEXT_PRINTER,
    layouts.TEXT_PRINTER.itemsize,
    font_id=(5, "u1"),
    sub_flags=(0x14, "u1"),
    text_speed=(0x1D, "u1"),
    delay_counter=(0x1E, "u1"),
    scroll_distance=(0x1F, "u1"),
)
"""A text printer, with what only the game itself uses."""

OWN_STATE = np.dtype(
    [
        ("keys", "<u2"),
        ("motion", "u1"),
        ("motion_direction", "u1"),
        ("motion_left", "u1"),
        ("motion_ended", "u1"),
        ("refusals", "<u2"),
        ("doors_locked", "u1"),
        ("hiccup", "u1"),
        ("steps_in_grass", "<u2"),
        ("triggers_fired", "<u4"),
        ("arrived", "u1"),
        ("script_at", "<i2"),
        ("script_phase", "u1"),
        ("script_timer", "<u2"),
        ("speaker", "u1"),
        ("box_wants_press", "u1"),
        ("warp_timer", "<u2"),
        ("warp_room", "u1"),
        ("warp_index", "u1"),
        ("warp_door", "u1"),
        ("walk_out", "u1"),
        ("battle_timer", "<u2"),
        ("battle_phase", "u1"),
        ("room", "u1"),
        ("shift_x", "<i2"),
        ("shift_y", "<i2"),
        ("spinning", "u1"),
        ("menu", "u1"),
        ("menu_age", "u1"),
        ("walkers", [("timer", "<u2"), ("at", "<u2"), ("left", "u1")], (16,)),
        ("script_walk", "<u2"),
    ]
)
"""What the double must know beyond the engine's own structures; kept in RAM as well, so that RAM
and the frame counter are its whole state."""

IWRAM_SYMBOLS: Mapping[str, int] = {
    "gMain": layouts.MAIN.itemsize,
    "gBackupMapLayout": layouts.BACKUP_MAP_LAYOUT.itemsize,
    "gTasks": layouts.TASK.itemsize * layouts.TASK_COUNT,
    "gRngValue": 4,
    "gSaveBlock1Ptr": 4,
    "gSaveBlock2Ptr": 4,
    "gPokemonStoragePtr": 4,
    "gTextFlags": 4,
    "sGlobalScriptContext": layouts.SCRIPT_CONTEXT.itemsize,
    "sGlobalScriptContextStatus": 1,
    "sLockFieldControls": 1,
}
EWRAM_SYMBOLS: Mapping[str, int] = {
    "gBackupMapData": layouts.MAX_BLOCKS * 2,
    "gMapHeader": layouts.MAP_HEADER.itemsize,
    "gObjectEvents": layouts.OBJECT_EVENT.itemsize * layouts.OBJECT_EVENT_COUNT,
    "gPlayerAvatar": layouts.PLAYER_AVATAR.itemsize,
    "gPaletteFade": layouts.PALETTE_FADE.itemsize,
    "sTextPrinters": PRINTER.itemsize * layouts.TEXT_PRINTER_COUNT,
    "gStringVar4": 1000,
    "gDisplayedStringBattle": 300,
    "gWindows": layouts.WINDOW.itemsize * WINDOW_COUNT,
    "sMessageBoxType": 1,
    "sMenu": menus.MENU.itemsize,
    "sStartMenuCursorPos": 1,
    "sNumStartMenuItems": 1,
    "sStartMenuOrder": 9,
    "gSpecialVar_Result": 2,
    "gSpecialVar_LastTalked": 2,
    "gSpecialVar_Facing": 2,
    "gBattleTypeFlags": 4,
    "gBattleOutcome": 1,
    "gBattlersCount": 1,
    "gBattle_BG0_Y": 2,
    "gBattleControllerExecFlags": 4,
    "gBattleBufferA": 0x800,
    "sNamingScreen": 4,
    "gSaveBlock2": 0xF24 + SAVE_BLOCK_SLACK,
    "gSaveBlock1": 0x3D68 + SAVE_BLOCK_SLACK,
}
OWN_SYMBOLS: Mapping[str, int] = {
    "own_state": OWN_STATE.itemsize,
    "naming_screen": NAMING_SCREEN_SIZE,
    "message_pixels": MESSAGE_COLUMNS * MESSAGE_ROWS * layouts.TILE_BYTES,
}

FUNCTIONS = (
    "CB1_Overworld",
    "CB2_Overworld",
    "CB2_LoadMap",
    "CB2_ReturnToField",
    "CB2_NamingScreen",
    "BattleMainCB2",
    "WaitForAorBPress",
    "IsFieldMessageBoxHidden",
    "IsFreezeSelectedObjectAndPlayerFinished",
    "IsFreezePlayerFinished",
    "WaitForMovementFinish",
    "WaitForFanfareFinish",
    "Task_StartMenuHandleInput",
    "Task_YesNoMenu_HandleInput",
    "Task_DrawFieldMessageBox",
)
UNNAMED_FUNCTION = "unnamed"
"""A native that no profile knows: what a box that never parks waits in."""

FIRST_OFFSET, GAP = 0x400, 0x10
FUNCTION_OFFSET, FUNCTION_SIZE = 0x200, 0x10


def _lay(region: Region, symbols: Mapping[str, int], offset: int) -> dict[str, Address]:
    places = {}
    for name, size in symbols.items():
        places[name] = Address(region.base + offset)
        offset += (size + GAP + 3) & ~3
    if offset > region.size:
        raise ValueError(f"{region.name} is full")
    return places


PLACES: Mapping[str, Address] = {
    **_lay(IWRAM, IWRAM_SYMBOLS, FIRST_OFFSET),
    **_lay(EWRAM, {**EWRAM_SYMBOLS, **OWN_SYMBOLS}, FIRST_OFFSET),
}
"""Symbol -> RAM address."""

FUNCTION_PLACES: Mapping[str, Address] = {
    name: Address(ROM.base + FUNCTION_OFFSET + FUNCTION_SIZE * number)
    for number, name in enumerate((*FUNCTIONS, UNNAMED_FUNCTION))
}
"""Function -> ROM address, without the Thumb bit."""
