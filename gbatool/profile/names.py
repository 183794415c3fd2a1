"""Facts that follow from a symbol's name: synonyms, alignment, code or data, RAM or ROM.

Names, types and alignments are those of the public decompilations (``pret/pokefirered``,
``pret/pokeruby``, ``pret/pokeemerald``); only symbols that the tool reads or proves are listed.
An unlisted name may lie anywhere in EWRAM, IWRAM or the ROM, at any alignment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

SYNONYMS: Mapping[str, str] = {
    "VMap": "gBackupMapLayout",
    "gMapObjects": "gObjectEvents",
    "gEventObjects": "gObjectEvents",
    "sScriptContext1": "sGlobalScriptContext",
    "sScriptContext1Status": "sGlobalScriptContextStatus",
    "sScriptContext2": "sImmediateScriptContext",
    "sScriptContext2Enabled": "sLockFieldControls",
    "sBackupMapData": "gBackupMapData",
    "sFieldMessageBoxMode": "sMessageBoxType",
    "sMessageBoxMode": "sMessageBoxType",
    "gSaveblock1": "gSaveBlock1",
    "gSaveblock2": "gSaveBlock2",
    "gBaseStats": "gSpeciesInfo",
    "gNatureNames": "gNatureNamePointers",
    "gNaturesInfo": "gNatureNamePointers",
    "gMovesInfo": "gBattleMoves",
    "gItemsInfo": "gItems",
    "gAbilitiesInfo": "gAbilityNames",
    "gTypesInfo": "gTypeNames",
    "gActionForBanks": "gChosenActionByBattler",
    "sub_802C098": "HandleInputChooseAction",
    "HandleAction_ChooseMove": "HandleInputChooseMove",
    "Task_ShowStartMenu": "Task_StartMenuHandleInput",
    "gMenu": "sMenu",
    "sCurrentStartMenuActions": "sStartMenuOrder",
    "sNumStartMenuActions": "sNumStartMenuItems",
    "sStartMenuItems": "sStartMenuActionTable",
    "gMenuCallback": "sStartMenuCallback",
    "HandleStartMenuInput": "StartCB_HandleInput",
    "StartMenu_InputProcessCallback": "StartCB_HandleInput",
    "sSaveDialogCallback": "sSaveDialogCB",
    "saveDialogCallback": "sSaveDialogCB",
    "SaveCallback": "StartCB_Save2",
    "SaveCallback2": "StartCB_Save2",
    "SaveConfirmInputCallback": "SaveDialogCB_AskSaveHandleInput",
    "SaveDialogCB_ProcessConfirmYesNoMenu": "SaveDialogCB_AskSaveHandleInput",
    "SaveOverwriteInputCallback": "SaveDialogCB_AskOverwriteOrReplacePreviousFileHandleInput",
    "SaveDialogCB_ProcessOverwriteYesNoMenu": (
        "SaveDialogCB_AskOverwriteOrReplacePreviousFileHandleInput"
    ),
    "Task_HandleMultichoiceGridInput": "Hask_MultichoiceGridMenu_HandleInput",
    "gMultichoiceLists": "sMultichoiceLists",
    "Task_HandleYesNoInput": "Task_YesNoMenu_HandleInput",
    "Task_HandleMultichoiceInput": "Task_MultichoiceMenu_HandleInput",
    "Task_DrawFieldMessage": "Task_DrawFieldMessageBox",
    "Task_FieldMessageBox": "Task_DrawFieldMessageBox",
    "ScriptContext2_Enable": "LockPlayerFieldControls",
    "ScriptContext2_Disable": "UnlockPlayerFieldControls",
    "ScriptContext1_SetupScript": "ScriptContext_SetupScript",
}
"""Other names of one symbol in older or sister decompilations -> the name used here."""


def canonical_name(name: str) -> str:
    """The name that a profile uses for a symbol.

    >>> canonical_name("VMap")
    'gBackupMapLayout'
    """
    return SYNONYMS.get(name, name)


def other_names(name: str) -> tuple[str, ...]:
    """The synonyms of a canonical name, in alphabetical order.

    >>> other_names("gObjectEvents")
    ('gEventObjects', 'gMapObjects')
    """
    return tuple(sorted(other for other, canonical in SYNONYMS.items() if canonical == name))


class Place(str, Enum):
    """The memory regions that a symbol can lie in."""

    ANYWHERE = "EWRAM, IWRAM or ROM"
    RAM = "EWRAM or IWRAM"
    ROM = "ROM"


@dataclass(frozen=True, slots=True)
class NameFacts:
    """Facts that follow from a symbol's name.

    Attributes:
        place: The memory regions that it can lie in.
        alignment: Its address is a multiple of this number of bytes.
        function: Whether it is code; a pointer to it then has the Thumb bit set.
        known: Whether the tool reads or proves the symbol.
    """

    place: Place = Place.ANYWHERE
    alignment: int = 1
    function: bool = False
    known: bool = False


_RAM_WORDS = """
    gBackupMapLayout gMain gTasks gSprites gRngValue gPaletteFade gWindows
    gMapHeader gCamera gMapConnectionFlags gObjectEvents gFieldCamera gFieldCallback
    gFieldCallback2 gSaveBlock1Ptr gSaveBlock2Ptr gPokemonStoragePtr gSaveBlock1 gSaveBlock2
    gPokemonStorage sGlobalScriptContext sImmediateScriptContext sTextPrinters sTempTextPrinter
    sFirstTextPrinter
    sStartMenuCallback sBagMenuDisplay sPartyMenuInternal sPartyMenuBoxes
    sNamingScreen gPlayerParty gEnemyParty gBattleTypeFlags gBattleMons
    gBattleControllerExecFlags gBattlerControllerFuncs gBattleMainFunc gPreBattleCallback1
    gBagPosition gBattleStruct gBattleResources gBattlescriptCurrInstr gHitMarker gStatuses3
    sSaveDialogCB gFieldMessageBoxWindow gWindowTemplate_Contest_MoveDescription
    gBagMenu sContextMenuItemsPtr sOptionMenuPtr gHelpSystemListMenu
"""
_RAM_HALVES = """
    gBackupMapData gTrainerId gKeyRepeatStartDelay gKeyRepeatContinueDelay gLastUsedWarp
    sWarpDestination sPauseCounter gSpecialVar_0x8000 gSpecialVar_0x8004 gSpecialVar_Result
    gSpecialVar_LastTalked gSpecialVar_Facing gSpecialVar_ItemId gBagMenuState
    gBattlerPartyIndexes gBattle_BG0_X gBattle_BG0_Y gBattleWeather gCurrentMove gChosenMove
    gChosenMoveByBattler gLastUsedItem gSideStatuses gMoveToLearn gTrainerBattleOpponent_A
    sTrainerBattleMode
"""
_RAM_BYTES = """
    gPlayerAvatar gSelectedObjectEvent sFieldCameraOffset gFieldInputRecord
    gWalkAwayFromSignInhibitTimer sWildEncountersDisabled sGlobalScriptContextStatus
    sLockFieldControls sMsgBoxWalkawayDisabled sMsgBoxIsCancelable sMsgIsSignpost
    sMessageBoxType gTextFlags gStringVar1 gStringVar2 gStringVar3 gStringVar4 sMenu
    sYesNoWindowId sStartMenuWindowId sStartMenuCursorPos sNumStartMenuItems sStartMenuOrder
    gPartyMenu gHelpSystemEnabled sInHelpSystem gSoftResetDisabled gReceivedRemoteLinkPlayers
    gQuestLogState gQuestLogPlaybackState gPlayerPartyCount gEnemyPartyCount gBattleTerrain
    gBattlersCount gBattlerPositions gActiveBattler gBattleBufferA gBattleBufferB
    gBattleCommunication gActionSelectionCursor gMoveSelectionCursor gNumberOfMovesToChoose
    gMultiUsePlayerCursor gBattlerInMenuId gDisplayedStringBattle gBattleTextBuff1
    gBattleTextBuff2 gBattleTextBuff3 gBattleOutcome gChosenActionByBattler gBattlerAttacker
    gBattlerTarget gBattlerByTurnOrder gCurrentTurnActionNumber gAbsentBattlerFlags gBattlerSpriteIds gHealthboxSpriteIds
"""
_FUNCTIONS = """
    CB1_Overworld CB2_Overworld CB2_OverworldBasic CB2_DoChangeMap CB2_LoadMap CB2_LoadMap2
    CB2_ReturnToField CB2_ReturnToFieldLocal CB2_WhiteOut CB2_NewGame CB2_ContinueSavedGame
    CB2_InitBattle CB2_HandleStartBattle BattleMainCB1 BattleMainCB2 CB2_EvolutionSceneUpdate
    CB2_UpdatePartyMenu CB2_InitPartyMenu CB2_BagMenuRun CB2_NamingScreen CB2_LoadNamingScreen
    CB2_RunPokemonSummaryScreen CB2_OptionMenu CB2_TrainerCard CB2_PokedexScreen CB2_BuyMenu
    CB2_PokeStorage CB2_RegionMap CB2_MoveRelearner CB2_BerryPouchIdle
    CB2_InitCopyrightScreenAfterBootup CB2_Intro CB2_TitleScreenRun CB2_MainMenu CB2_NewGameScene CB2_Credits
    WaitForAorBPress IsFieldMessageBoxHidden IsFreezePlayerFinished
    IsFreezeSelectedObjectAndPlayerFinished WaitForMovementFinish RunPauseTimer
    IsPaletteNotActive WaitForSoundEffectFinish WaitForFanfareFinish IsBGMPausedOrStopped
    WaitForFieldEffectFinish IsCryFinished IsDoorAnimationStopped Task_DrawFieldMessageBox
    Task_StartMenuHandleInput sub_80712B4 StartCB_HandleInput Task_YesNoMenu_HandleInput
    Task_MultichoiceMenu_HandleInput Hask_MultichoiceGridMenu_HandleInput ListMenuDummyTask
    Task_HandleChooseMonInput Task_HandleSelectionMenuInput Task_BagMenu_HandleInput
    Task_NamingScreen Task_RunTrainerSeeFuncList TaskDummy PlayerBufferRunCommand
    HandleInputChooseAction HandleInputChooseMove OakOldManHandleInputChooseMove
    CB2_InitOptionMenu StartCB_Save2 SaveDialogCB_AskSaveHandleInput
    SaveDialogCB_AskOverwriteOrReplacePreviousFileHandleInput
    Task_BuyMenu Task_FieldItemContextMenuHandleInput Task_OptionMenuProcessInput
    Task_ShopMenu Task_ItemContext_SingleRow Task_ItemContext_MultipleRows
    Task_CallYesOrNoCallback HandleInputChooseTarget HandleMoveSwitching HandleTurnActionSelectionState
    RunTurnActionsFunctions
    LockPlayerFieldControls UnlockPlayerFieldControls ScriptContext_SetupScript
    ScriptContext_RunScript
"""
_ROM_WORDS = """
    gMapGroups gMapLayouts gItems gTrainers gNatureNamePointers
    gLevelUpLearnsets gEvolutionTable gExperienceTables gWildMonHeaders sMapNames
    gRegionMapEntries
    sMetatileAttrMasks gScriptCmdTable gSpecials gStdScripts gSpecialVars
    gBattleScriptingCommandsTable gBattleStringsTable sKeyboardChars sStartMenuActionTable
    sMultichoiceLists gPokedexEntries sCursorOptions sItemMenuContextActions
    sOptionMenuItemsNames sItemMenuActions sShopMenuActions_BuySellQuit sShopMenuActions_BuyQuit
"""
_ROM_BYTES = """
    gSpeciesNames gMoveNames gBattleMoves gAbilityNames gTypeNames gTrainerClassNames gTypeEffectiveness
    sTextSpeedFrameDelays gText_YesNo gText_BattleMenu gText_SafariZoneMenu
    gText_BattleYesNoChoice
"""
"""The records of moves have fields of one byte in the retail games: CFRU's linker puts them anywhere."""


def _table() -> dict[str, NameFacts]:
    groups = (
        (_RAM_WORDS, NameFacts(Place.RAM, 4, known=True)),
        (_RAM_HALVES, NameFacts(Place.RAM, 2, known=True)),
        (_RAM_BYTES, NameFacts(Place.RAM, 1, known=True)),
        (_FUNCTIONS, NameFacts(Place.ROM, 2, function=True, known=True)),
        (_ROM_WORDS, NameFacts(Place.ROM, 4, known=True)),
        (_ROM_BYTES, NameFacts(Place.ROM, 1, known=True)),
        ("gSpeciesInfo", NameFacts(Place.ROM, 2, known=True)),
        ("gBagPockets", NameFacts(Place.ANYWHERE, 4, known=True)),  # ROM in Ruby, RAM in FireRed
    )
    return {name: facts for names, facts in groups for name in names.split()}


KNOWN_NAMES: Mapping[str, NameFacts] = _table()
"""Canonical name -> facts, for every symbol that the tool reads or proves."""

_FUNCTION_NAME = re.compile(r"(CB[12]|Task)_\w+")
_UNKNOWN_FUNCTION = NameFacts(Place.ANYWHERE, 2, function=True)


def facts_of(name: str) -> NameFacts:
    """The facts that follow from a name; synonyms are resolved first.

    >>> facts_of("VMap").alignment, facts_of("Task_Anything").function, facts_of("sOther").known
    (4, True, False)
    """
    canonical = canonical_name(name)
    if canonical in KNOWN_NAMES:
        return KNOWN_NAMES[canonical]
    return _UNKNOWN_FUNCTION if _FUNCTION_NAME.fullmatch(canonical) else NameFacts()
