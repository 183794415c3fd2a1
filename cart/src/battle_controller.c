/* The controllers: they carry out one command of the buffer each, and clear their bit when done. */
#include "battle.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "pokemon.h"
#include "sound.h"
#include "text.h"

#define MENU_DELAY 4
static u8 EWRAM(sControllerTimer) sControllerTimer[4];

static void Complete(u32 battler) {
    gBattleControllerExecFlags &= ~(1u << battler);
    gBattlerControllerFuncs[battler] =
        battler == PLAYER_SIDE ? PlayerBufferRunCommand : OpponentBufferRunCommand;
}

static void Reply(u32 action, u32 move, u32 target) {
    u8 *b = gBattleBufferB[PLAYER_SIDE];
    b[0] = CONTROLLER_TWO_RETURN_VALUES;
    b[1] = action;
    b[2] = move;
    b[3] = target;
    Complete(PLAYER_SIDE);
}

static KEEP void CompleteOnInactiveTextPrinter(void) {
    if (!IsTextPrinterActive(0)) Complete(gActiveBattler);
}

/* Left and right flip bit 0 of a two-by-two cursor, up and down bit 1. */
static bool32 MoveGridCursor(u8 *cursor, u32 count) {
    u32 to = *cursor;
    if (JOY_NEW(DPAD_LEFT) && (to & 1)) to ^= 1;
    else if (JOY_NEW(DPAD_RIGHT) && !(to & 1)) to ^= 1;
    else if (JOY_NEW(DPAD_UP) && (to & 2)) to ^= 2;
    else if (JOY_NEW(DPAD_DOWN) && !(to & 2)) to ^= 2;
    if (to == *cursor || to >= count) return FALSE;
    *cursor = to;
    PlaySE(SE_SELECT);
    return TRUE;
}

static KEEP void HandleInputChooseAction(void) {
    u32 battler = gActiveBattler;
    if (JOY_NEW(A_BUTTON)) {
        PlaySE(SE_SELECT);
        Reply(gActionSelectionCursor[battler], 0, 0);
    } else if (MoveGridCursor(&gActionSelectionCursor[battler], 4)) {
        DrawActionCursor();
    }
}

static KEEP void HandleChooseActionAfterDma3(void) {
    if (++sControllerTimer[gActiveBattler] < MENU_DELAY) return;
    gBattle_BG0_X = 0;
    gBattle_BG0_Y = BG0_Y_ACTIONS;
    gBattlerControllerFuncs[gActiveBattler] = HandleInputChooseAction;
}

static KEEP void HandleInputChooseMove(void) {
    u32 battler = gActiveBattler;
    if (JOY_NEW(A_BUTTON)) {
        PlaySE(SE_SELECT);
        Reply(10, gMoveSelectionCursor[battler], FOE_SIDE);
    } else if (JOY_NEW(B_BUTTON)) {
        Reply(10, 0xFF, 0xFF);
    } else if (MoveGridCursor(&gMoveSelectionCursor[battler], gNumberOfMovesToChoose)) {
        DrawMoveCursor();
    }
}

static KEEP void HandleChooseMoveAfterDma3(void) {
    if (++sControllerTimer[gActiveBattler] < MENU_DELAY) return;
    gBattle_BG0_X = 0;
    gBattle_BG0_Y = BG0_Y_MOVES;
    gBattlerControllerFuncs[gActiveBattler] = HandleInputChooseMove;
}

static KEEP void WaitForHealthBar(void) {
    if (StepHealthBar(gActiveBattler)) Complete(gActiveBattler);
}

static void RunCommand(void) {
    u32 battler = gActiveBattler;
    if (!(gBattleControllerExecFlags >> battler & 1)) return;
    sControllerTimer[battler] = 0;
    switch (gBattleBufferA[battler][0]) {
    case CONTROLLER_PRINT:
        gBattle_BG0_X = 0;
        gBattle_BG0_Y = BG0_Y_MESSAGE;
        FillWindow(0, 1);
        gTextFlags |= TEXT_CAN_SPEED_UP;
        PrintText(0, gDisplayedStringBattle, 0, 1, GetPlayerTextSpeedDelay());
        gBattlerControllerFuncs[battler] = CompleteOnInactiveTextPrinter;
        break;
    case CONTROLLER_CHOOSE_ACTION:
        gBattlerInMenuId = battler;
        DrawActionMenu();
        gBattlerControllerFuncs[battler] = HandleChooseActionAfterDma3;
        break;
    case CONTROLLER_CHOOSE_MOVE:
        DrawMoveMenu();
        gBattlerControllerFuncs[battler] = HandleChooseMoveAfterDma3;
        break;
    case CONTROLLER_HEALTH_BAR:
        gBattlerControllerFuncs[battler] = WaitForHealthBar;
        break;
    default: Complete(battler);
    }
}

KEEP void PlayerBufferRunCommand(void) { RunCommand(); }
KEEP void OpponentBufferRunCommand(void) { RunCommand(); }

static void Emit(u32 battler, u32 command) {
    gBattleBufferA[battler][0] = command;
    gBattleControllerExecFlags |= 1u << battler;
}

KEEP void EmitPrint(const u8 *text) {
    StringExpand(gDisplayedStringBattle, text);
    Emit(PLAYER_SIDE, CONTROLLER_PRINT);
}

KEEP void EmitChooseAction(void) { Emit(PLAYER_SIDE, CONTROLLER_CHOOSE_ACTION); }

/* From byte 4 of the command: moves, current PP, greatest PP, species, types. */
KEEP void EmitChooseMove(void) {
    const struct BattlePokemon *mon = &gBattleMons[PLAYER_SIDE];
    u8 *a = gBattleBufferA[PLAYER_SIDE];
    a[1] = 0;
    a[2] = FALSE;
    for (u32 i = 0; i < 4; i++) {
        a[4 + i * 2] = mon->moves[i];
        a[5 + i * 2] = mon->moves[i] >> 8;
        a[12 + i] = mon->pp[i];
        a[16 + i] = gBattleMoves[mon->moves[i]].pp;
    }
    a[20] = mon->species;
    a[21] = mon->species >> 8;
    a[22] = mon->types[0];
    a[23] = mon->types[1];
    Emit(PLAYER_SIDE, CONTROLLER_CHOOSE_MOVE);
}

KEEP void EmitHealthBar(u32 battler) { Emit(battler, CONTROLLER_HEALTH_BAR); }
