"""Scan RAM for candidate structures, and prove them by probes.

``LOCATORS`` lists every locator by hand, in the order of the documentation.
"""

from __future__ import annotations

from gbatool.scan.battle.commands import BattleBufferA, BattleControllerExecFlags
from gbatool.scan.battle.cursors import ActionSelectionCursor, MoveSelectionCursor
from gbatool.scan.battle.displayed_string import BattlerPositions, DisplayedStringBattle
from gbatool.scan.battle.end import BattleOutcome, BattleTypeFlags
from gbatool.scan.battle.enemy_count import EnemyPartyCount
from gbatool.scan.battle.main import BattleCallback2, BattlerControllerFuncs, BattlersCount
from gbatool.scan.battle.menus import ActionHandler, MoveHandler
from gbatool.scan.battle.mons import BattleMons, EnemyParty
from gbatool.scan.battle.names import AbilityNames, TypeNames
from gbatool.scan.battle.party import BattlerPartyIndexes
from gbatool.scan.battle.script import BattleCommunication, BattleScriptPointer
from gbatool.scan.battle.scroll import BattleTextScroll
from gbatool.scan.locator import Registry
from gbatool.scan.menus.bag import BagCallback, BagMenuState, BagPosition
from gbatool.scan.menus.help_system import InHelpSystem
from gbatool.scan.menus.menu_tasks import ChoiceTask, YesNoTask
from gbatool.scan.menus.naming import NamingCallback, NamingScreen
from gbatool.scan.menus.party import PartyCallback, PartyMenu
from gbatool.scan.menus.start_menu import (
    MenuCursor,
    StartMenuCount,
    StartMenuCursor,
    StartMenuOrder,
)
from gbatool.scan.menus.start_menu_callback import StartMenuCallback, StartMenuHandler
from gbatool.scan.overworld.fixed_save_blocks import SaveBlock1, SaveBlock2
from gbatool.scan.overworld.main_callbacks import Callback1Overworld, Callback2Overworld, Main
from gbatool.scan.overworld.map_groups import MapGroups
from gbatool.scan.overworld.map_header import MapHeader
from gbatool.scan.overworld.map_layout import BackupMapLayout
from gbatool.scan.overworld.object_events import ObjectEvents
from gbatool.scan.overworld.palette_fade import PaletteFade
from gbatool.scan.overworld.party import PlayerParty, PlayerPartyCount
from gbatool.scan.overworld.player_avatar import PlayerAvatar
from gbatool.scan.overworld.rng import RngValue
from gbatool.scan.overworld.save_blocks import SaveBlock1Ptr, SaveBlock2Ptr
from gbatool.scan.overworld.sprites import Sprites
from gbatool.scan.overworld.tasks import NumberedStartMenuTask, StartMenuTask, Tasks
from gbatool.scan.tables.name_tables import Items, MoveNames, SpeciesNames
from gbatool.scan.tables.nature_names import NatureNamePointers
from gbatool.scan.tables.record_tables import BattleMoves, SpeciesInfo
from gbatool.scan.tables.section_names import MapNames, RegionMapEntries
from gbatool.scan.text.field_lock import LockFieldControls
from gbatool.scan.text.script import (
    GlobalScriptContext,
    GlobalScriptContextStatus,
    MessageBoxType,
    WaitForAorBPress,
)
from gbatool.scan.text.special_var import SpecialVarResult
from gbatool.scan.text.string_vars import StringVar1, StringVar2, StringVar3
from gbatool.scan.text.text_printers import StringVar4, TextPrinters
from gbatool.scan.text.text_window import BattleTextWindow, FieldMessageBoxWindow

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
