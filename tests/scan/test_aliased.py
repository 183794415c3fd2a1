"""The decoys that equal the truth in every frame: what they hold never gives them away."""

from __future__ import annotations

import pytest

from tests.scan.staging import Derived

PROPOSED = {
    "gBackupMapLayout": {"sDecoySameLayout", "sDecoyKeptLayout"},
    "gMapHeader": {"sDecoySameMapHeader", "sDecoyKeptMapHeader"},
    "gObjectEvents": {"sDecoySameObjectEvents"},
    "gPlayerAvatar": {"sDecoySamePlayerAvatar"},
    "gSaveBlock1Ptr": {"sDecoySameSavePointers", "sDecoyKeptSavePointers"},
    "gSaveBlock2Ptr": {"sDecoySameSavePointers", "sDecoyKeptSavePointers"},
    "gMain": {"sDecoySameMain"},
    "gTasks": {"sDecoySameTasks"},
    "gSprites": {"sDecoySameSprites"},
    "gPaletteFade": {"sDecoySamePaletteFade"},
    "sGlobalScriptContext": {"sDecoySameContext"},
    "sGlobalScriptContextStatus": {"sDecoySameContextStatus"},
    "sLockFieldControls": {"sDecoySameFieldLocked"},
    "sTextPrinters": {"sDecoySamePrinters"},
    "sMessageBoxType": {"sDecoySameMessageBoxType"},
    "gStringVar4": {"sDecoySameString"},
    "sMenu": {"sDecoySameMenu"},
    "sStartMenuCursorPos": {"sDecoySameStartCursor"},
    "sNumStartMenuItems": {"sDecoySameStartCount"},
    "sStartMenuOrder": {"sDecoySameStartOrder", "sDecoyKeptStartOrder"},
    "gRngValue": {"sDecoySameRng"},
    "gSpecialVar_Result": {"sDecoySameResult"},
    "gPlayerParty": {"sDecoySameParty"},
    "gPlayerPartyCount": {"sDecoySamePartyCount"},
    "gBattleMons": {"sDecoySameBattleMons"},
    "gEnemyParty": {"sDecoySameEnemyParty"},
    "gBattlerPartyIndexes": {"sDecoySamePartyIndexes"},
    "gBattlersCount": {"sDecoySameBattlersCount"},
    "gBattlerControllerFuncs": {"sDecoySameControllerFuncs"},
    "gActionSelectionCursor": {"sDecoySameActionCursor"},
    "gMoveSelectionCursor": {"sDecoySameMoveCursor"},
    "gBattleOutcome": {"sDecoySameBattleOutcome"},
    "gDisplayedStringBattle": {"sDecoySameBattleString"},
}
"""Symbol -> the decoys that its scan can't tell from it, at the least."""


@pytest.mark.parametrize("symbol", PROPOSED)
def test_the_scan_is_fooled_and_the_probes_are_not(aliased: Derived, symbol: str) -> None:
    story = next(story for story in aliased.eliminations if story.symbol == symbol)
    decoys = {aliased.decoy_at(candidate.address) for candidate in story.proposed}
    assert decoys >= PROPOSED[symbol]
    assert aliased.derivation.profile.symbols[symbol].address == aliased.answers[symbol]
