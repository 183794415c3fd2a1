"""Scan RAM for candidate structures, and prove them by probes.

``LOCATORS`` lists every locator by hand, in the order of the documentation.
"""

from __future__ import annotations

from gbatool.scan.battle_commands import BattleBufferA, BattleControllerExecFlags
from gbatool.scan.battle_cursors import ActionSelectionCursor, MoveSelectionCursor
from gbatool.scan.battle_end import BattleOutcome, BattleTypeFlags
from gbatool.scan.battle_main import BattleCallback2, BattlerControllerFuncs, BattlersCount
from gbatool.scan.battle_menus import ActionHandler, MoveHandler
from gbatool.scan.battle_mons import BattleMons, EnemyParty
from gbatool.scan.battle_names import AbilityNames, TypeNames
from gbatool.scan.battle_party import BattlerPartyIndexes
from gbatool.scan.battle_script import BattleCommunication, BattleScriptPointer
from gbatool.scan.battle_scroll import BattleTextScroll
from gbatool.scan.battle_string import BattlerPositions, DisplayedStringBattle
from gbatool.scan.enemy_count import EnemyPartyCount
from gbatool.scan.field_lock import LockFieldControls
from gbatool.scan.fixed_save_blocks import SaveBlock1, SaveBlock2
from gbatool.scan.locator import Registry
from gbatool.scan.main_callbacks import Callback1Overworld, Callback2Overworld, Main
from gbatool.scan.map_groups import MapGroups
from gbatool.scan.map_header import MapHeader
from gbatool.scan.map_layout import BackupMapLayout
from gbatool.scan.menu_tasks import ChoiceTask, YesNoTask
from gbatool.scan.name_tables import Items, MoveNames, SpeciesNames
from gbatool.scan.nature_names import NatureNamePointers
from gbatool.scan.object_events import ObjectEvents
from gbatool.scan.palette_fade import PaletteFade
from gbatool.scan.party import PlayerParty, PlayerPartyCount
from gbatool.scan.player_avatar import PlayerAvatar
from gbatool.scan.record_tables import BattleMoves, SpeciesInfo
from gbatool.scan.rng import RngValue
from gbatool.scan.save_blocks import SaveBlock1Ptr, SaveBlock2Ptr
from gbatool.scan.screens_bag import BagCallback, BagMenuState, BagPosition
from gbatool.scan.screens_help import InHelpSystem
from gbatool.scan.screens_naming import NamingCallback, NamingScreen
from gbatool.scan.screens_party import PartyCallback, PartyMenu
from gbatool.scan.script import (
    GlobalScriptContext,
    GlobalScriptContextStatus,
    MessageBoxType,
    WaitForAorBPress,
)
from gbatool.scan.section_names import MapNames, RegionMapEntries
from gbatool.scan.special_var import SpecialVarResult
from gbatool.scan.sprites import Sprites
from gbatool.scan.start_menu import (
    MenuCursor,
    StartMenuCount,
    StartMenuCursor,
    StartMenuOrder,
)
from gbatool.scan.start_menu_callback import StartMenuCallback, StartMenuHandler
from gbatool.scan.string_vars import StringVar1, StringVar2, StringVar3
from gbatool.scan.tasks import NumberedStartMenuTask, StartMenuTask, Tasks
from gbatool.scan.text import StringVar4, TextPrinters
from gbatool.scan.text_window import BattleTextWindow, FieldMessageBoxWindow

LOCATORS = Registry(
    (
        BackupMapLayout(),
        ObjectEvents(),
        PlayerAvatar(),
        MapHeader(),
        Main(),
        Callback1Overworld(),
        Callback2Overworld(),
        LockFieldControls(),
        TextPrinters(),
        FieldMessageBoxWindow(),
        StringVar4(),
        GlobalScriptContext(),
        GlobalScriptContextStatus(),
        WaitForAorBPress(),
        MessageBoxType(),
        SaveBlock1Ptr(),
        SaveBlock2Ptr(),
        SaveBlock1(),
        SaveBlock2(),
        PaletteFade(),
        Tasks(),
        StartMenuTask(),
        NumberedStartMenuTask(),
        StartMenuCursor(),
        MenuCursor(),
        StartMenuOrder(),
        StartMenuCount(),
        StartMenuCallback(),
        StartMenuHandler(),
        MapGroups(),
        RngValue(),
        Sprites(),
        SpecialVarResult(),
        YesNoTask(),
        ChoiceTask(),
        PlayerParty(),
        PlayerPartyCount(),
        BattleCallback2(),
        BattleMons(),
        EnemyParty(),
        EnemyPartyCount(),
        BattlerPartyIndexes(),
        ActionSelectionCursor(),
        MoveSelectionCursor(),
        BattlerControllerFuncs(),
        ActionHandler(),
        MoveHandler(),
        BattlersCount(),
        BattleOutcome(),
        BattleTypeFlags(),
        DisplayedStringBattle(),
        BattlerPositions(),
        BattleBufferA(),
        BattleControllerExecFlags(),
        BattleTextScroll(),
        BattleTextWindow(),
        BattleScriptPointer(),
        BattleCommunication(),
        BagMenuState(),
        BagPosition(),
        BagCallback(),
        PartyMenu(),
        PartyCallback(),
        InHelpSystem(),
        NamingScreen(),
        NamingCallback(),
        StringVar1(),
        StringVar2(),
        StringVar3(),
        SpeciesNames(),
        MoveNames(),
        Items(),
        BattleMoves(),
        SpeciesInfo(),
        TypeNames(),
        AbilityNames(),
        NatureNamePointers(),
        MapNames(),
        RegionMapEntries(),
    )
)

__all__ = ["LOCATORS"]
