/* The script commands. Their numbers are the frlg family's, so that a reader of scriptPtr knows them. */
#include "field.h"
#include "battle.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "naming.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "sound.h"
#include "text.h"

extern const u8 *const gStdScripts[];
static u16 EWRAM(sWildSpecies) sWildSpecies;
static u8 EWRAM(sWildLevel) sWildLevel;

/* Natives: what a script waits for. */
KEEP bool8 WaitForAorBPress(void) {
    u32 next = sGlobalScriptContext.scriptPtr ? *sGlobalScriptContext.scriptPtr : 0;
    u32 direction = DirectionFromKeys(gMain.heldKeys);
    if (JOY_NEW(A_BUTTON | B_BUTTON)) return TRUE;
    if (next != SCR_RELEASE && next != SCR_RELEASEALL) return FALSE;
    if (direction != DIR_NONE && direction != gSpecialVar_Facing) {
        gMain.newKeys &= ~START_BUTTON;
        return TRUE;
    }
    if (JOY_NEW(START_BUTTON)) {
        gFieldCallback = ShowStartMenu;
        return TRUE;
    }
    return JOY_NEW(SELECT_BUTTON | L_BUTTON | R_BUTTON) != 0;
}

KEEP bool8 IsFreezePlayerFinished(void) {
    if (!PlayerHasFinishedMoving()) return FALSE;
    PlayerFreeze();
    return TRUE;
}

KEEP bool8 IsFreezeSelectedObjectAndPlayerFinished(void) {
    struct ObjectEvent *object = &gObjectEvents[gSelectedObjectEvent];
    if (!object->singleMovementActive) FreezeObjectEvent(object);
    if (!PlayerHasFinishedMoving()) return FALSE;
    PlayerFreeze();
    return !object->singleMovementActive;
}

KEEP bool8 WaitForFanfareFinish(void) { return !IsFanfareRunning(); }
KEEP bool8 IsPaletteNotActive(void) { return !PaletteFadeActive(); }

KEEP bool8 RunPauseTimer(void) { return --sPauseCounter == 0; }

KEEP bool8 WaitForMovementFinish(void) {
    return PLAYER->heldMovementFinished || !PLAYER->heldMovementActive;
}

/* Commands: TRUE ends this frame's run. */
static bool8 Scr_nop(struct ScriptContext *c) { (void)c; return FALSE; }

static bool8 Scr_end(struct ScriptContext *c) {
    c->mode = SCRIPT_STOPPED;
    c->scriptPtr = NULL;
    return FALSE;
}

static bool8 Scr_return(struct ScriptContext *c) {
    c->scriptPtr = c->stackDepth ? c->stack[--c->stackDepth] : NULL;
    return FALSE;
}

static void Call(struct ScriptContext *c, const u8 *target) {
    if (c->stackDepth < 20) c->stack[c->stackDepth++] = c->scriptPtr;
    c->scriptPtr = target;
}

static bool8 Scr_call(struct ScriptContext *c) {
    const u8 *target = (const u8 *)ScriptReadWord(c);
    Call(c, target);
    return FALSE;
}

static bool8 Scr_goto(struct ScriptContext *c) {
    c->scriptPtr = (const u8 *)ScriptReadWord(c);
    return FALSE;
}

/* comparisonResult is 0 less, 1 equal, 2 greater; condition 0 <, 1 =, 2 >, 3 <=, 4 >=, 5 !=. */
static bool32 Holds(const struct ScriptContext *c, u32 condition) {
    static const u8 sMasks[] = {1, 2, 4, 3, 6, 5};
    return sMasks[condition] >> c->comparisonResult & 1;
}

static bool8 Scr_goto_if(struct ScriptContext *c) {
    u32 condition = *c->scriptPtr++;
    const u8 *target = (const u8 *)ScriptReadWord(c);
    if (Holds(c, condition)) c->scriptPtr = target;
    return FALSE;
}

static bool8 Scr_call_if(struct ScriptContext *c) {
    u32 condition = *c->scriptPtr++;
    const u8 *target = (const u8 *)ScriptReadWord(c);
    if (Holds(c, condition)) Call(c, target);
    return FALSE;
}

static bool8 Scr_callstd(struct ScriptContext *c) {
    u32 number = *c->scriptPtr++;
    Call(c, gStdScripts[number]);
    return FALSE;
}

static bool8 Scr_loadword(struct ScriptContext *c) {
    u32 index = *c->scriptPtr++;
    c->data[index & 3] = ScriptReadWord(c);
    return FALSE;
}

static bool8 Scr_setvar(struct ScriptContext *c) {
    u32 id = ScriptReadHalf(c);
    VarSet(id, ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_copyvar(struct ScriptContext *c) {
    u32 id = ScriptReadHalf(c);
    VarSet(id, VarGet(ScriptReadHalf(c)));
    return FALSE;
}

static bool8 Scr_warp(struct ScriptContext *c) {
    u32 group = *c->scriptPtr++, num = *c->scriptPtr++, warpId = *c->scriptPtr++;
    SetWarpDestination(group, num, warpId);
    sWarpDestination.x = VarGet(ScriptReadHalf(c));
    sWarpDestination.y = VarGet(ScriptReadHalf(c));
    if (STRICT_EVENTS) {
        /* The engine passes coordinates on as signed bytes. */
        sWarpDestination.x = (s8)sWarpDestination.x;
        sWarpDestination.y = (s8)sWarpDestination.y;
    }
    StartPlainWarp();
    return TRUE;
}

#if GIFT_ROUTINE
/* Called by scripts, with what it is to give behind the call: a side and a slot (6 is the first free
 * one), species, level, and a word whose bits say which arguments follow: bit 0 an item. */
KEEP void ScrCmd_createmon(struct ScriptContext *c) {
    u32 species, level, flags, slot;
    c->scriptPtr += 2;
    species = VarGet(ScriptReadHalf(c));
    level = VarGet(ScriptReadHalf(c));
    flags = ScriptReadWord(c);
    slot = CalculatePlayerPartyCount();
    gSpecialVar_Result = GiveMon(species, level) ? 0 : 2;
    if (flags & 1) SetMonItem(&gPlayerParty[slot], VarGet(ScriptReadHalf(c)));
}

static bool8 Scr_callnative(struct ScriptContext *c) {
    ((void (*)(struct ScriptContext *))ScriptReadWord(c))(c);
    return FALSE;
}
#else
static bool8 Scr_givemon(struct ScriptContext *c) {
    u32 species = VarGet(ScriptReadHalf(c)), level = *c->scriptPtr++;
    /* An item and three unused arguments: 2 + 4 + 4 + 1 bytes. */
    c->scriptPtr += 11;
    gSpecialVar_Result = GiveMon(species, level) ? 0 : 2;
    return FALSE;
}

static bool8 Scr_callnative(struct ScriptContext *c) {
    ((Func)ScriptReadWord(c))();
    return FALSE;
}
#endif

static bool8 Scr_setmonmove(struct ScriptContext *c) {
    u32 member = *c->scriptPtr++, slot = *c->scriptPtr++, move = ScriptReadHalf(c);
    if (member >= 6) member = gPlayerPartyCount - 1;
    SetMonMoveSlot(&gPlayerParty[member], move, slot);
    return FALSE;
}

static bool8 Scr_getpartysize(struct ScriptContext *c) {
    (void)c;
    gSpecialVar_Result = CalculatePlayerPartyCount();
    return FALSE;
}

static bool8 Scr_random(struct ScriptContext *c) {
    gSpecialVar_Result = Random() % VarGet(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_givemoney(struct ScriptContext *c) {
    u32 amount = ScriptReadWord(c);
    c->scriptPtr++;
    SetMoney(GetMoney() + amount);
    return FALSE;
}

static bool8 Scr_addvar(struct ScriptContext *c) {
    u32 id = ScriptReadHalf(c);
    VarSet(id, VarGet(id) + ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_compare(struct ScriptContext *c) {
    u32 left = VarGet(ScriptReadHalf(c)), right = ScriptReadHalf(c);
    c->comparisonResult = left < right ? 0 : left == right ? 1 : 2;
    return FALSE;
}

static bool8 Scr_special(struct ScriptContext *c) {
    u32 number = ScriptReadHalf(c);
    if (number < gSpecialCount && gSpecials[number]) gSpecials[number]();
    return FALSE;
}

static bool8 Scr_waitstate(struct ScriptContext *c) {
    (void)c;
    ScriptContext_Stop();
    return TRUE;
}

static bool8 Scr_delay(struct ScriptContext *c) {
    sPauseCounter = ScriptReadHalf(c);
    SetupNative(c, RunPauseTimer);
    return TRUE;
}

static bool8 Scr_setflag(struct ScriptContext *c) {
    FlagSet(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_clearflag(struct ScriptContext *c) {
    FlagClear(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_checkflag(struct ScriptContext *c) {
    c->comparisonResult = FlagGet(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_playse(struct ScriptContext *c) {
    PlaySE(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_playfanfare(struct ScriptContext *c) {
    PlayFanfare(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_waitfanfare(struct ScriptContext *c) {
    SetupNative(c, WaitForFanfareFinish);
    return TRUE;
}

static bool8 Scr_additem(struct ScriptContext *c) {
    u32 item = VarGet(ScriptReadHalf(c)), count = VarGet(ScriptReadHalf(c));
    gSpecialVar_Result = AddBagItem(item, count);
    return FALSE;
}

static bool8 Scr_addpcitem(struct ScriptContext *c) {
    u32 item = VarGet(ScriptReadHalf(c)), count = VarGet(ScriptReadHalf(c));
    gSpecialVar_Result = AddPCItem(item, count);
    return FALSE;
}

static bool8 Scr_addcoins(struct ScriptContext *c) {
    gSpecialVar_Result = !AddCoins(VarGet(ScriptReadHalf(c)));
    return FALSE;
}

static bool8 Scr_checkplayergender(struct ScriptContext *c) {
    (void)c;
    gSpecialVar_Result = gSaveBlock2Ptr->playerGender;
    return FALSE;
}

static bool8 Scr_setdynamicwarp(struct ScriptContext *c) {
    struct WarpData *there = &gSaveBlock1Ptr->dynamicWarp;
    there->mapGroup = *c->scriptPtr++;
    there->mapNum = *c->scriptPtr++;
    there->warpId = *c->scriptPtr++;
    there->x = VarGet(ScriptReadHalf(c));
    there->y = VarGet(ScriptReadHalf(c));
    return FALSE;
}

static bool8 Scr_setmaplayoutindex(struct ScriptContext *c) {
    SetCurrentMapLayout(VarGet(ScriptReadHalf(c)));
    return FALSE;
}

static bool8 Scr_removeobject(struct ScriptContext *c) {
    RemoveObjectEvent(VarGet(ScriptReadHalf(c)));
    return FALSE;
}

static bool8 Scr_faceplayer(struct ScriptContext *c) {
    struct ObjectEvent *object = &gObjectEvents[gSelectedObjectEvent];
    (void)c;
    if (object->active) SetFacing(object, OppositeDirection(PLAYER->facingDirection));
    return FALSE;
}

static bool8 Scr_waitmessage(struct ScriptContext *c) {
    SetupNative(c, IsFieldMessageBoxHidden);
    return TRUE;
}

static bool8 Scr_message(struct ScriptContext *c) {
    const u8 *text = (const u8 *)ScriptReadWord(c);
    if (!text) text = (const u8 *)c->data[0];
    ShowFieldMessage(text);
    return FALSE;
}

static bool8 Scr_closemessage(struct ScriptContext *c) {
    (void)c;
    HideFieldMessageBox();
    return FALSE;
}

static bool8 Scr_lockall(struct ScriptContext *c) {
    FreezeObjectEventsExceptOne(gPlayerAvatar.objectEventId);
    if (PlayerHasFinishedMoving()) PlayerFreeze();
    SetupNative(c, IsFreezePlayerFinished);
    return TRUE;
}

static bool8 Scr_lock(struct ScriptContext *c) {
    struct ObjectEvent *object = &gObjectEvents[gSelectedObjectEvent];
    if (!object->active) return Scr_lockall(c);
    FreezeObjectEventsExceptOne(gPlayerAvatar.objectEventId);
    if (object->singleMovementActive) object->frozen = FALSE;
    if (PlayerHasFinishedMoving()) PlayerFreeze();
    SetupNative(c, IsFreezeSelectedObjectAndPlayerFinished);
    return TRUE;
}

static bool8 Scr_release(struct ScriptContext *c) {
    (void)c;
    HideFieldMessageBox();
    UnfreezeObjectEvents();
    sMsgIsSignpost = FALSE;
    sMsgBoxIsCancelable = FALSE;
    return FALSE;
}

static bool8 Scr_waitbuttonpress(struct ScriptContext *c) {
    SetupNative(c, WaitForAorBPress);
    return TRUE;
}

static bool8 Scr_yesnobox(struct ScriptContext *c) {
    u32 left = *c->scriptPtr++, top = *c->scriptPtr++;
    ShowYesNoMenu(left, top);
    ScriptContext_Stop();
    return TRUE;
}

static bool8 Scr_multichoice(struct ScriptContext *c) {
    u32 left = *c->scriptPtr++, top = *c->scriptPtr++, list = *c->scriptPtr++;
    ShowMultichoice(left, top, list, *c->scriptPtr++);
    ScriptContext_Stop();
    return TRUE;
}

/* The string variable that the next byte names. */
static u8 *ReadStringVar(struct ScriptContext *c) {
    u32 index = *c->scriptPtr++;
    return index == 0 ? gStringVar1 : index == 1 ? gStringVar2 : gStringVar3;
}

static bool8 Scr_bufferspecies(struct ScriptContext *c) {
    u8 *target = ReadStringVar(c);
    StringCopy(target, gSpeciesNames[VarGet(ScriptReadHalf(c))]);
    return FALSE;
}

#if GIFT_ROUTINE
static bool8 Scr_bufferleadmonspecies(struct ScriptContext *c) {
    u8 *target = ReadStringVar(c);
    StringCopy(target, gSpeciesNames[GetMonSpecies(&gPlayerParty[0])]);
    return FALSE;
}
#endif

static bool8 Scr_bufferpartymonnick(struct ScriptContext *c) {
    u8 *target = ReadStringVar(c);
    GetMonNickname(&gPlayerParty[VarGet(ScriptReadHalf(c)) % 6], target);
    return FALSE;
}

static bool8 Scr_bufferitem(struct ScriptContext *c) {
    u8 *target = ReadStringVar(c);
    u32 item = VarGet(ScriptReadHalf(c));
    StringCopy(target, gItems[item < gItemCount ? item : 0].name);
    return FALSE;
}

static bool8 Scr_buffermovename(struct ScriptContext *c) {
    u8 *target = ReadStringVar(c);
    StringCopy(target, gMoveNames[VarGet(ScriptReadHalf(c))]);
    return FALSE;
}

static bool8 Scr_setwildbattle(struct ScriptContext *c) {
    sWildSpecies = ScriptReadHalf(c);
    sWildLevel = *c->scriptPtr++;
    ScriptReadHalf(c);
    return FALSE;
}

static bool8 Scr_dowildbattle(struct ScriptContext *c) {
    (void)c;
    StartWildBattle(sWildSpecies, sWildLevel);
    ScriptContext_Stop();
    return TRUE;
}

const ScrCmd gScriptCmdTable[213] = {
    [0x00] = Scr_nop, [0x01] = Scr_nop, [0x02] = Scr_end, [0x03] = Scr_return,
    [0x04] = Scr_call, [0x05] = Scr_goto, [0x06] = Scr_goto_if, [0x07] = Scr_call_if,
    [0x09] = Scr_callstd, [0x0F] = Scr_loadword, [0x16] = Scr_setvar, [0x17] = Scr_addvar,
    [0x19] = Scr_copyvar, [0x1A] = Scr_copyvar, [0x39] = Scr_warp,
#if GIFT_ROUTINE
    [0x79] = Scr_nop, [0x7E] = Scr_bufferleadmonspecies,
#else
    [0x79] = Scr_givemon,
#endif
    [0x8F] = Scr_random, [0x90] = Scr_givemoney, [0x25] = Scr_special,
    [0x43] = Scr_getpartysize, [0x7B] = Scr_setmonmove, [0x7F] = Scr_bufferpartymonnick,
    [0x82] = Scr_buffermovename,
    [0x21] = Scr_compare, [0x23] = Scr_callnative, [0x27] = Scr_waitstate, [0x28] = Scr_delay,
    [0x29] = Scr_setflag, [0x2A] = Scr_clearflag, [0x2B] = Scr_checkflag, [0x2F] = Scr_playse,
    [0x31] = Scr_playfanfare, [0x32] = Scr_waitfanfare, [0x44] = Scr_additem,
    [0x3F] = Scr_setdynamicwarp, [0x49] = Scr_addpcitem, [0xA0] = Scr_checkplayergender,
    [0xA7] = Scr_setmaplayoutindex, [0xB4] = Scr_addcoins, [0x53] = Scr_removeobject, [0x5A] = Scr_faceplayer, [0x66] = Scr_waitmessage,
    [0x67] = Scr_message, [0x68] = Scr_closemessage, [0x69] = Scr_lockall, [0x6A] = Scr_lock,
    [0x6B] = Scr_release, [0x6C] = Scr_release, [0x6D] = Scr_waitbuttonpress,
    [0x6E] = Scr_yesnobox, [0x6F] = Scr_multichoice, [0x7D] = Scr_bufferspecies,
    [0x80] = Scr_bufferitem, [0xB6] = Scr_setwildbattle, [0xB7] = Scr_dowildbattle,
};
const u32 gScriptCmdCount = ARRAY_COUNT(gScriptCmdTable);
