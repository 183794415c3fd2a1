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
    Mode.NAMING: ("CB2_NamingScreen", "CB2_LoadNamingScreen"),
    Mode.TRANSITION: (
        "CB2_OverworldBasic",
        "CB2_DoChangeMap",
        "CB2_LoadMap",
        "CB2_LoadMap2",
        "CB2_ReturnToField",
        "CB2_ReturnToFieldLocal",
        "CB2_WhiteOut",
        "CB2_NewGame",
        "CB2_ContinueSavedGame",
    ),
    Mode.BATTLE: ("CB2_InitBattle", "CB2_HandleStartBattle", "BattleMainCB2"),
    Mode.MENU: (
        "CB2_UpdatePartyMenu",
        "CB2_InitPartyMenu",
        "CB2_BagMenuRun",
        "CB2_RunPokemonSummaryScreen",
        "CB2_OptionMenu",
        "CB2_TrainerCard",
        "CB2_PokedexScreen",
        "CB2_BuyMenu",
        "CB2_PokeStorage",
        "CB2_BerryPouchIdle",
        "CB2_RegionMap",
        "CB2_MoveRelearner",
    ),
    Mode.INTRO: (
        "CB2_InitCopyrightScreenAfterBootup",
        "CB2_Intro",
        "CB2_TitleScreenRun",
        "CB2_MainMenu",
        "CB2_NewGameScene",
        "CB2_Credits",
    ),
}

SCREENS: Mapping[str, Mode] = {name: mode for mode, names in _SCREENS_OF.items() for name in names}
"""``gMain.callback2`` by name -> mode. The overworld is not listed: it has several."""
