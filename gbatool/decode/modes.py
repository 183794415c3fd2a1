"""The modes of a scene, and which of the engine's screens is which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Mode(str, Enum):
    """What the game is doing."""

    OVERWORLD = "overworld"
    DIALOG = "dialog"
    MENU = "menu"
    BATTLE = "battle"
    BATTLE_WON = "battle_won"
    BATTLE_LOST = "battle_lost"
    BATTLE_OVER = "battle_over"
    NAMING = "naming"
    TRANSITION = "transition"
    INTRO = "intro"
    UNKNOWN = "unknown"


_SCREENS_OF = {
    Mode.NAMING: "NamingScreen LoadNamingScreen",
    Mode.TRANSITION: (
        "OverworldBasic DoChangeMap ChangeMapMain LoadMap LoadMap2 NewGame WhiteOut"
        " ContinueSavedGame ReturnToField ReturnToFieldLocal ReturnToFieldWithOpenMenu"
        " ReturnToFieldContinueScript ReturnToFieldContinueScriptPlayMapMusic"
        " ReturnToFieldFromDiploma SetUpSeagallopScene EnterFieldFromQuestLog"
        " SetUpOverworldForQLPlayback SetUpOverworldForQLPlaybackWithWarpExit"
        " LoadMapForQLPlayback EndWildBattle EndScriptedWildBattle EndMarowakBattle"
        " EndTrainerBattle EndRematchBattle EndSafariBattle"
    ),
    Mode.BATTLE: "InitBattle InitBattleInternal HandleStartBattle ReshowBattleScreenAfterMenu",
    Mode.MENU: (
        "InitPartyMenu UpdatePartyMenu PartyMenuFromStartMenu FadeFromPartyMenu"
        " InitBagMenu BagMenuFromStartMenu OpenBagMenu BagMenuRun Bag PartyMenuMain InitBerryPouch BerryPouchIdle"
        " SetUpTMCaseUI_Blocking Idle ShowPokemonSummaryScreen SetUpPSS RunPokemonSummaryScreen"
        " OptionsMenuFromStartMenu InitOptionMenu OptionMenu InitTrainerCard TrainerCard"
        " OpenPokedexFromStartMenu PokedexScreen ClosePokedex InitBuyMenu BuyMenu GoToSellMenu"
        " PokeStorage ReturnToPokeStorage ExitPokeStorage OpenRegionMap RegionMap OpenFlyMap"
        " MoveRelearner_Init MoveRelearner MoveRelearner_Resume EasyChatScreen RunSlotMachine"
    ),
    Mode.INTRO: (
        "WaitFadeBeforeSetUpIntro InitCopyrightScreenAfterBootup"
        " InitCopyrightScreenAfterTitleScreen SetUpIntro Intro InitTitleScreen TitleScreenRun"
        " InitMainMenu MainMenu NewGameScene NewGameSceneRun ReturnFromNamingScreen Credits"
    ),
}

SCREENS: Mapping[str, Mode] = {
    f"CB2_{screen}": mode for mode, screens in _SCREENS_OF.items() for screen in screens.split()
} | {"BattleMainCB2": Mode.BATTLE}
"""``gMain.callback2`` by name -> mode. The overworld is not listed: it has several."""
