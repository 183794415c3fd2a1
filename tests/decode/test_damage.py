"""Damage: for any content of RAM or ROM, decoders return possible values or raise GbatoolError."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.decode.bag import decode_bag
from gbatool.decode.battle_state import decode_battle
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.documents import StateDocument
from gbatool.decode.exits import decode_exits
from gbatool.decode.map import decode_map_grid
from gbatool.decode.menu import Menu, decode_menu
from gbatool.decode.objects import decode_objects
from gbatool.decode.party import decode_party
from gbatool.decode.player import decode_player
from gbatool.decode.scene import decode_scene
from gbatool.decode.state import decode_state
from gbatool.decode.surroundings import decode_surroundings
from gbatool.decode.trainer import decode_trainer
from gbatool.engine import layouts, menus
from gbatool.errors import GbatoolError
from gbatool.memory import Bytes, Snapshot
from gbatool.profile import Profile
from tests.decode.records import (
    BATTLER_SIZE,
    asking_world,
    battle_world,
    question_world,
    trainer_world,
)
from tests.decode.screens import (
    CURSOR_SPRITE,
    HEAP,
    NAMING,
    STRINGS,
    bag_actions,
    bag_screen,
    help_overlay,
    naming_screen,
    options_screen,
    party_actions,
    party_screen,
    shop_screen,
)
from tests.decode.test_dialog import finished, talking
from tests.decode.world import (
    ADDRESSES,
    EVENTS,
    LAYOUT,
    PRIMARY,
    PROFILE,
    WARPS,
    World,
    profile_without,
)
from tests.ram import RamBuilder

DECODERS: tuple[Callable[[Snapshot, Profile], object], ...] = (
    decode_bag,
    decode_battle,
    decode_dialog,
    decode_exits,
    decode_map_grid,
    decode_menu,
    decode_objects,
    decode_party,
    decode_player,
    decode_scene,
    decode_surroundings,
    decode_trainer,
)
GOOD = {
    "free": World(),
    "printing": talking(5),
    "finished": finished(),
    "start menu": World().start_menu((2, 3, 6)),
    "question": finished(None)
    .script(mode=1, status=1)
    .menu(0, 1)
    .task("Task_YesNoMenu_HandleInput"),
    "battle": World().main("BattleMainCB2", in_battle=True).put("gBattlersCount", 0, "BB", 2, 1),
    "played for a while": trainer_world(),
    "a battler acts": battle_world(),
    "asked for an action": asking_world(cursor=2),
    "asked for a move": asking_world("HandleInputChooseMove", cursor=1),
    "asked yes or no": question_world(),
    "bag": bag_screen(scroll=1, row=1),
    "item's actions": bag_actions(),
    "party": party_screen(slot=1),
    "member's actions": party_actions(),
    "naming": naming_screen(),
    "options": options_screen(),
    "shop": shop_screen(),
    "help": help_overlay(),
}
STRUCTURES = {
    "gBackupMapLayout": layouts.BACKUP_MAP_LAYOUT.itemsize,
    "gMapHeader": layouts.MAP_HEADER.itemsize,
    "gObjectEvents": layouts.OBJECT_EVENT.itemsize * layouts.OBJECT_EVENT_COUNT,
    "gPlayerAvatar": layouts.PLAYER_AVATAR.itemsize,
    "gMain": 8,
    "gTasks": layouts.TASK.itemsize * layouts.TASK_COUNT,
    "sLockFieldControls": 1,
    "sGlobalScriptContext": 8,
    "sGlobalScriptContextStatus": 1,
    "sMessageBoxType": 1,
    "sTextPrinters": layouts.TEXT_PRINTER.itemsize * 2,
    "gStringVar4": 32,
    "gWindows": layouts.WINDOW.itemsize,
    "sMenu": menus.MENU.itemsize,
    "sStartMenuCursorPos": 2,
    "sStartMenuOrder": 9,
    "gSaveBlock1Ptr": 4,
    "gSaveBlock2Ptr": 4,
    "gBattlersCount": 2,
    "sInHelpSystem": 2,
    "gPlayerParty": 2 * 100,
    "gPlayerPartyCount": 1,
    "gEnemyParty": 8,
    "gBattleMons": 2 * BATTLER_SIZE,
    "gBattlerPositions": 4,
    "gBattlerPartyIndexes": 8,
    "gAbsentBattlerFlags": 1,
    "gBattleTypeFlags": 4,
    "gBattleWeather": 2,
    "gBattlerAttacker": 1,
    "gCurrentMove": 2,
    "gBattlerByTurnOrder": 4,
    "gCurrentTurnActionNumber": 1,
    "gChosenActionByBattler": 4,
    "gBattleMainFunc": 4,
    "gDisplayedStringBattle": 32,
    "gSaveBlock2": 0x18,
    "gBattlerControllerFuncs": 8,
    "gActionSelectionCursor": 2,
    "gMoveSelectionCursor": 2,
    "gBattlescriptCurrInstr": 4,
    "gBattleCommunication": 2,
    "gBagMenuState": 0x14,
    "gPartyMenu": 0x10,
    "sPartyMenuInternal": 4,
    "sContextMenuItemsPtr": 4,
    "sOptionMenuPtr": 4,
    "sNamingScreen": 4,
    "gHelpSystemListMenu": 0xE,
    "gText_BattleMenu": 24,
    "sOptionMenuItemsNames": 28,
    "gItems": 44 * 14,
}
BYTES = [
    *(ADDRESSES[name] + offset for name, size in STRUCTURES.items() for offset in range(size)),
    *(ADDRESSES["gMain"] + 0x438 + offset for offset in range(2)),
    *(ADDRESSES["gMain"] + 0x1C + offset for offset in range(2)),
    *(ADDRESSES["gSaveBlock1"] + 8 + offset for offset in range(0x1C)),
    *(ADDRESSES["gSaveBlock1"] + 8 + offset for offset in range(0x290, 0x320)),
    *(ADDRESSES["gSaveBlock2"] + 0xF20 + offset for offset in range(4)),
    *(HEAP + offset for offset in range(24)),
    *(STRINGS + offset for offset in range(8)),
    *(NAMING + 0x1800 + offset for offset in range(16)),
    *(NAMING + 0x1E10 + offset for offset in range(0x28)),
    *(ADDRESSES["gSprites"] + 0x44 * CURSOR_SPRITE + 0x2E + offset for offset in range(4)),
    *(base + offset for base in (LAYOUT, EVENTS, PRIMARY, WARPS) for offset in range(0x14)),
]


SHARES = 9
"""There are more worlds than this: each byte is damaged in two of them at least."""


def check_domain(document: StateDocument) -> None:
    """Check that every decoded value is one that the engine can have."""
    if document.map is not None:
        world = document.map
        assert len(world.collision) == world.height
        assert all(len(row) == world.width for row in world.collision)
        assert {cell for row in world.collision for cell in row} <= set(range(4))
        assert {cell for row in world.elevation for cell in row} <= set(range(16))
        assert {cell for row in world.metatile for cell in row} <= set(range(1024))
        if document.player is not None:
            assert world.bounds.left <= document.player.x <= world.bounds.right
            assert world.bounds.top <= document.player.y <= world.bounds.bottom
    if document.player is not None:
        assert 0 <= document.player.elevation <= 15
    for event in document.objects or ():
        assert abs(event.x - event.previous_x) <= 2
        assert event.movement_type <= 80
    if document.menu is not None:
        check_menu(document.menu)
    check_records(document)
    if document.scene is not None and document.scene.input_ready:
        assert document.scene.mode.value == "overworld"
        assert not document.scene.waiting_for_advance


def check_menu(menu: Menu) -> None:
    """Check that the cursor is on an entry, ids differ and amounts are possible."""
    assert 0 <= menu.cursor < len(menu.entries)
    assert menu.columns >= 1
    ids = [entry.id for entry in menu.entries]
    assert menu.id in {"party_actions", "bag_actions"} or len(set(ids)) == len(ids)
    for entry in menu.entries:
        assert entry.most is None or entry.amount is None or entry.amount <= entry.most
    if menu.naming is not None:
        assert 1 <= menu.naming.most <= 15
        assert 0 <= menu.naming.column <= menu.columns


def check_records(document: StateDocument) -> None:
    """The same check for party, bag, trainer and battle."""
    for mon in document.party or ():
        assert 1 <= mon.species.id <= 411
        assert 1 <= mon.level <= 100
        assert 0 <= mon.hp <= mon.stats.hp
        assert sum(dataclasses.astuple(mon.evs)) <= 510
        assert all(0 <= value <= 31 for value in dataclasses.astuple(mon.ivs))
        assert all(0 < move.id < 355 for move in mon.moves)
    for pocket in document.bag.pockets if document.bag is not None else ():
        assert all(1 <= stack.quantity <= 999 for stack in pocket.items)
    if document.trainer is not None:
        money, time = document.trainer.money, document.trainer.play_time
        assert money is not None
        assert time is not None
        assert 0 <= money <= 999999
        assert time.minutes < 60
    for one in document.battle.battlers if document.battle is not None else ():
        assert 0 <= one.hp <= one.stats.hp
        assert all(-6 <= stage <= 6 for stage in dataclasses.astuple(one.stages))


FAMILIES = {
    "frlg": PROFILE,
    "emerald": dataclasses.replace(PROFILE, engine="emerald"),
    "rs": dataclasses.replace(PROFILE, engine="rs"),
    "unknown": dataclasses.replace(profile_without("gMain"), engine="unknown"),
    "japanese": dataclasses.replace(PROFILE, rom=dataclasses.replace(PROFILE.rom, code="TESJ")),
    "lean": profile_without("sInHelpSystem", "gMapHeader", "sStartMenuCallback", "gWindows"),
}


def try_all(ram: Snapshot, profile: Profile = PROFILE) -> None:
    """Run every decoder; only GbatoolError may be raised."""
    for decode in DECODERS:
        try:
            decode(ram, profile)
        except GbatoolError as error:
            assert error.message  # noqa: PT017 - any refusal is right, but it must say something
    document = decode_state(ram, profile)
    assert not set(document.errors) & set(document.unavailable)
    for part in (*document.errors, *document.unavailable):
        assert getattr(document, part) is None
    check_domain(document)


def test_there_are_worlds_enough_for_every_byte() -> None:
    assert len(GOOD) >= 2 * SHARES


@pytest.mark.parametrize("name", GOOD)
def test_every_good_world_decodes(name: str) -> None:
    document = decode_state(GOOD[name].build(), PROFILE)
    assert document.errors == {}
    check_domain(document)


@given(
    name=st.sampled_from(sorted(GOOD)),
    address=st.sampled_from(BYTES),
    value=st.integers(0, 255),
    family=st.sampled_from(sorted(FAMILIES)),
)
@settings(max_examples=400, deadline=None)
def test_one_damaged_byte_gives_an_error_or_a_value_of_the_domain(
    name: str, address: int, value: int, family: str
) -> None:
    damaged = RamBuilder.of(GOOD[name].build()).put(address, "B", value).build()
    try_all(damaged, FAMILIES[family])


@pytest.mark.parametrize("value", [0x00, 0xFF])
@pytest.mark.parametrize("name", GOOD)
def test_every_byte_is_damaged_in_some_of_the_worlds(name: str, value: int) -> None:
    """The property above draws bytes at random; this damages a share of them in each world."""
    good = GOOD[name].build()
    for address in BYTES[sorted(GOOD).index(name) % SHARES :: SHARES]:
        if good.u8(address) != value:
            check_domain(
                decode_state(RamBuilder.of(good).put(address, "B", value).build(), PROFILE)
            )


@given(
    seed=st.integers(0, 2**32 - 1),
    density=st.sampled_from([0.001, 0.1, 1.0]),
    family=st.sampled_from(sorted(FAMILIES)),
    name=st.sampled_from(sorted(GOOD)),
)
@settings(max_examples=100, deadline=None)
def test_random_memory_gives_an_error_or_a_value_of_the_domain(
    seed: int, density: float, family: str, name: str
) -> None:
    noise = np.random.default_rng(seed)
    good = GOOD[name].build()

    def spoil(data: Bytes) -> Bytes:
        data = data.copy()
        hit = noise.random(len(data)) < density
        data[hit] = noise.integers(0, 256, int(hit.sum()), np.uint8)
        return data

    spoiled = Snapshot(spoil(good.ewram), spoil(good.iwram), spoil(good.rom))
    try_all(spoiled, FAMILIES[family])


@given(
    size=st.integers(0, 0x8000),
    family=st.sampled_from(sorted(FAMILIES)),
    name=st.sampled_from(sorted(GOOD)),
)
@settings(max_examples=100, deadline=None)
def test_a_truncated_rom_gives_an_error_or_a_value_of_the_domain(
    size: int, family: str, name: str
) -> None:
    good = GOOD[name].build()
    try_all(Snapshot(good.ewram, good.iwram, good.rom[:size]), FAMILIES[family])
