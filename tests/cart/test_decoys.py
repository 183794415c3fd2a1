"""The decoys look like the true structures, but the game obeys only those."""

from __future__ import annotations

import pytest

from gbatool.core import Buttons
from tests.cart.play import Play, bedroom, to_house
from tests.cartridges import VARIANTS, cartridge

CLOSED = 0x0400
SAME = {
    "sDecoySameLayout": "gBackupMapLayout",
    "sDecoySameMapHeader": "gMapHeader",
    "sDecoySameObjectEvents": "gObjectEvents",
    "sDecoySamePlayerAvatar": "gPlayerAvatar",
    "sDecoySameTasks": "gTasks",
    "sDecoySameSprites": "gSprites",
    "sDecoySamePaletteFade": "gPaletteFade",
    "sDecoySameContext": "sGlobalScriptContext",
    "sDecoySameContextStatus": "sGlobalScriptContextStatus",
    "sDecoySamePrinters": "sTextPrinters",
    "sDecoySameWindows": "gWindows",
    "sDecoySameString": "gStringVar4",
    "sDecoySameMenu": "sMenu",
    "sDecoySameParty": "gPlayerParty",
    "sDecoySamePartyCount": "gPlayerPartyCount",
    "sDecoySameRng": "gRngValue",
    "sDecoySameResult": "gSpecialVar_Result",
    "sDecoySameFieldLocked": "sLockFieldControls",
    "sDecoySameMessageBoxType": "sMessageBoxType",
    "sDecoySameStartCursor": "sStartMenuCursorPos",
    "sDecoySameStartCount": "sNumStartMenuItems",
    "sDecoySameStartOrder": "sStartMenuOrder",
    "sDecoySameBattleMons": "gBattleMons",
    "sDecoySameEnemyParty": "gEnemyParty",
    "sDecoySamePartyIndexes": "gBattlerPartyIndexes",
    "sDecoySamePositions": "gBattlerPositions",
    "sDecoySameActionCursor": "gActionSelectionCursor",
    "sDecoySameMoveCursor": "gMoveSelectionCursor",
    "sDecoySameBattleString": "gDisplayedStringBattle",
    "sDecoySameControllerFuncs": "gBattlerControllerFuncs",
    "sDecoySameBattleTypeFlags": "gBattleTypeFlags",
    "sDecoySameBattlersCount": "gBattlersCount",
    "sDecoySameBattleOutcome": "gBattleOutcome",
    "sDecoySameEnemyCount": "gEnemyPartyCount",
}
LAYOUTS = {"gBackupMapLayout": True, "sDecoyMapLayout": False}


def _decoys(variant: str) -> list[str]:
    return [name for name in cartridge(variant).key if name.startswith("sDecoy")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_decoys_crowded_many_and_aliased_the_most(variant: str) -> None:
    few, many, most = (set(_decoys(name)) for name in ("base", "crowded", "aliased"))
    assert few
    assert len(many) > 2 * len(few)
    assert len(most) > 2 * len(many)
    assert set(_decoys(variant)) == {"crowded": many, "aliased": most}.get(variant, few)


def _close_the_tile_east(play: Play, layout: str) -> None:
    width, data = play.u32(layout), play.u32(layout, 8)
    x, y = play.at
    address = data + 2 * (y * width + x + 1)
    block = play.emulator.live.u16(address) | CLOSED
    play.emulator.write(address, block.to_bytes(2, "little"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_true_map_refuses_the_step(variant: str, layout: str) -> None:
    play = bedroom(variant)
    start = play.at
    _close_the_tile_east(play, layout)
    play.run(30, Buttons.RIGHT)
    assert (play.at == start) is LAYOUTS[layout]


def test_the_stale_map_agrees_with_the_true_one_after_a_warp() -> None:
    play = bedroom()
    to_house(play)
    width, height = play.u32("gBackupMapLayout"), play.u32("gBackupMapLayout", 4)
    size = 2 * width * height
    assert (play.u32("sDecoyMapLayout"), play.u32("sDecoyMapLayout", 4)) == (width, height)
    copy = play.pointed_at("sDecoyMapLayout", 8, size)
    assert copy == play.pointed_at("gBackupMapLayout", 8, size)


def test_the_second_object_array_is_a_frame_late() -> None:
    play = bedroom()
    play.turn(Buttons.RIGHT)
    start = play.at
    play.frames_until(lambda: play.at != start, Buttons.RIGHT)
    decoy = play.s16("sDecoyObjectEvents", play.player + 0x10)
    assert decoy == start[0]
    play.run(1)
    assert play.s16("sDecoyObjectEvents", play.player + 0x10) == play.at[0]


def test_the_lock_has_a_mirror_that_locks_nothing() -> None:
    play = bedroom()
    start = play.at
    for _ in range(30):
        play.emulator.write(play.address("sDecoyFieldLocked"), b"\1")
        play.run(1, Buttons.RIGHT)
    assert play.at != start


def _bytes(play: Play, name: str) -> bytes:
    symbol = play.cart.symbols[name]
    return play.emulator.live.read(symbol.address, symbol.size).tobytes()


def _unequal(play: Play) -> list[str]:
    return [decoy for decoy, truth in SAME.items() if _bytes(play, decoy) != _bytes(play, truth)]


def test_aliases_equal_the_truth_in_every_frame_of_a_walk_a_menu_and_a_warp() -> None:
    play = bedroom("aliased")
    unequal: set[str] = set()
    for keys in (Buttons.RIGHT, Buttons.UP, Buttons.START, Buttons.DOWN, Buttons.B):
        for _ in range(24):
            play.run(1, keys)
            unequal.update(_unequal(play))
    to_house(play)
    assert unequal == set()
    assert _unequal(play) == []
    same = [play.u32("sDecoySameSavePointers", offset) for offset in (0, 4)]
    assert same == [play.u32(name) for name in ("gSaveBlock1Ptr", "gSaveBlock2Ptr")]


@pytest.mark.parametrize("layout", ["gBackupMapLayout", "sDecoySameLayout", "sDecoyKeptLayout"])
def test_an_alias_points_at_the_true_map_and_its_pointer_moves_nothing(layout: str) -> None:
    play = bedroom("aliased")
    assert play.u32(layout, 8) == play.address("gBackupMapData")
    start, row = play.at, 2 * play.u32(layout)
    # So far back that the cells around the player come to lie above the room, where all is solid.
    play.emulator.write(
        play.address(layout, 8), (play.u32(layout, 8) - 6 * row).to_bytes(4, "little")
    )
    play.run(30, Buttons.RIGHT)
    assert (play.at == start) is (layout == "gBackupMapLayout")


def test_a_kept_alias_keeps_what_is_written_there_while_the_player_has_the_controls() -> None:
    play = bedroom("aliased")
    play.emulator.write(play.address("sDecoyKeptLayout"), b"\1")
    play.run(30, Buttons.RIGHT)
    assert play.u8("sDecoyKeptLayout") == 1
    to_house(play)
    assert _bytes(play, "sDecoyKeptLayout") == _bytes(play, "gBackupMapLayout")
