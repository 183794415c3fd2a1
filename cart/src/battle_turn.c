/* The course of a battle: introduction, choosing, the moves of a turn, the aftermath. */
#include "battle.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "sound.h"
#include "text.h"

#define MESSAGE_PAUSE 48
enum { TYPE_NORMAL, TYPE_ROCK = 5, TYPE_FIRE = 10, TYPE_WATER = 11, TYPE_GRASS = 12 };
enum { CHOOSE_BEFORE, CHOOSE_ACTION_WAIT, CHOOSE_ACTION_HANDLE, CHOOSE_STANDBY, CHOOSE_CONFIRMED,
       CHOOSE_HELD };

/* Steps of the turn that is carried out. */
enum { STEP_ANNOUNCE, STEP_HIT, STEP_BAR, STEP_EFFECT, STEP_FAINT, STEP_NEXT };

static u8 EWRAM(sBattleStep) sBattleStep;
static u8 EWRAM(sBattleTimer) sBattleTimer;
static u8 EWRAM(sTurnOrder) sTurnOrder[2];
static u8 EWRAM(sTurnIndex) sTurnIndex;
static u8 EWRAM(sEffectiveness) sEffectiveness;
static u8 EWRAM(sLevelBefore) sLevelBefore;
static u16 EWRAM(sStatsBefore) sStatsBefore[6];

extern const u8 gTextWildAppeared[], gTextGo[], gTextUsed[], gTextFoeUsed[], gTextMissed[];
extern const u8 gTextSuper[], gTextWeak[], gTextFainted[], gTextFoeFainted[], gTextExp[];
extern const u8 gTextLevelUp[], gTextGotAway[], gTextNoneLeft[], gTextNoBag[], gTextNoSwitch[];
extern const u8 gTextNoPp[], gTextRose[], gTextFell[], gTextNoRunning[], gTextHeld[];

static void SayAbout(const u8 *text, u32 battler) {
    StringCopy(gStringVar1, gBattleMons[battler].nickname);
    EmitPrint(text);
    sBattleTimer = MESSAGE_PAUSE;
}

/* TRUE when the message is out and was there long enough to be read. */
static bool32 Ready(void) {
    if (BATTLE_BUSY) return FALSE;
    if (sBattleTimer) {
        sBattleTimer--;
        return FALSE;
    }
    return TRUE;
}

static KEEP void RunTurn(void);
static KEEP void HandleVictory(void);
static KEEP void HandleDefeat(void);
static KEEP void HandleEnd(void);
static void NextChoice(void);

KEEP void BattleIntro(void) {
    switch (gBattleCommunication[7]) {
    case 0:
        if (!SlideBattlersIn() || PaletteFadeActive()) return;
        DrawHealthBox(FOE_SIDE);
        SayAbout(gTextWildAppeared, FOE_SIDE);
        break;
    case 1:
        if (!Ready()) return;
        DrawHealthBox(PLAYER_SIDE);
        SayAbout(gTextGo, PLAYER_SIDE);
        break;
    default:
        if (!Ready()) return;
        NextChoice();
        return;
    }
    gBattleCommunication[7]++;
}

static void NextChoice(void) {
    MemFill(gBattleCommunication, 0, sizeof(gBattleCommunication));
    gBattleMainFunc = HandleTurnActionSelectionState;
}

static u32 FoeMove(void) {
    const struct BattlePokemon *foe = &gBattleMons[FOE_SIDE];
    u32 count = 0;
    while (count < 4 && foe->moves[count]) count++;
    return Random() % count;
}

static void Confirm(u32 action, u32 move) {
    bool32 foeFirst = gBattleMons[FOE_SIDE].speed > gBattleMons[PLAYER_SIDE].speed;
    gChosenActionByBattler[PLAYER_SIDE] = action;
    gChosenMoveByBattler[PLAYER_SIDE] = gBattleMons[PLAYER_SIDE].moves[move];
    gChosenMove = gChosenMoveByBattler[PLAYER_SIDE];
    gChosenActionByBattler[FOE_SIDE] = ACTION_USE_MOVE;
    gChosenMoveByBattler[FOE_SIDE] = gBattleMons[FOE_SIDE].moves[FoeMove()];
    gBattleMons[PLAYER_SIDE].pp[move]--;
    sTurnOrder[0] = foeFirst ? FOE_SIDE : PLAYER_SIDE;
    sTurnOrder[1] = foeFirst ? PLAYER_SIDE : FOE_SIDE;
    sTurnIndex = 0;
    sBattleStep = STEP_ANNOUNCE;
    gBattleCommunication[PLAYER_SIDE] = CHOOSE_CONFIRMED;
    gBattleMainFunc = RunTurn;
}

static void HandleAction(u32 action) {
    switch (action) {
    case ACTION_USE_MOVE:
        EmitChooseMove();
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_ACTION_HANDLE;
        return;
    case ACTION_RUN:
        if (gBattleTypeFlags & BATTLE_TYPE_TRAINER) {
            SayAbout(gTextNoRunning, FOE_SIDE);
            gBattleCommunication[PLAYER_SIDE] = CHOOSE_STANDBY;
            return;
        }
        if (gBattleMons[FOE_SIDE].ability == ABILITY_HOLDS) {
            gBattleCommunication[PLAYER_SIDE] = CHOOSE_HELD;
            return;
        }
        gBattleOutcome = OUTCOME_RAN;
        EmitPrint(gTextGotAway);
        gBattleMainFunc = HandleEnd;
        return;
    default:
        SayAbout(action == ACTION_USE_ITEM ? gTextNoBag : gTextNoSwitch, PLAYER_SIDE);
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_STANDBY;
    }
}

static void HandleMove(void) {
    const u8 *reply = gBattleBufferB[PLAYER_SIDE];
    if (reply[2] == 0xFF) {
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_BEFORE;
    } else if (gBattleMons[PLAYER_SIDE].pp[reply[2]] == 0) {
        SayAbout(gTextNoPp, PLAYER_SIDE);
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_STANDBY;
    } else {
        Confirm(ACTION_USE_MOVE, reply[2]);
    }
}

KEEP void HandleTurnActionSelectionState(void) {
    switch (gBattleCommunication[PLAYER_SIDE]) {
    case CHOOSE_BEFORE:
        EmitChooseAction();
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_ACTION_WAIT;
        break;
    case CHOOSE_ACTION_WAIT:
        if (!BATTLE_BUSY) HandleAction(gBattleBufferB[PLAYER_SIDE][1]);
        break;
    case CHOOSE_ACTION_HANDLE:
        if (!BATTLE_BUSY) HandleMove();
        break;
    case CHOOSE_HELD:
        /* In a frame of its own: whatever ability it has by now is what is told. */
        StringCopy(gStringVar2, gAbilityNames[gBattleMons[FOE_SIDE].ability]);
        SayAbout(gTextHeld, FOE_SIDE);
        gBattleCommunication[PLAYER_SIDE] = CHOOSE_STANDBY;
        break;
    default:
        if (Ready()) gBattleCommunication[PLAYER_SIDE] = CHOOSE_BEFORE;
    }
}

/* Twice the factor of an attack: 4 super effective, 2 normal, 1 weak. */
static u32 Effectiveness(u32 attack, u32 defender) {
    static const u8 sStrong[][2] = {{TYPE_FIRE, TYPE_GRASS}, {TYPE_GRASS, TYPE_WATER},
                                    {TYPE_WATER, TYPE_FIRE}, {TYPE_GRASS, TYPE_ROCK},
                                    {TYPE_WATER, TYPE_ROCK}, {TYPE_ROCK, TYPE_FIRE}};
    for (u32 i = 0; i < ARRAY_COUNT(sStrong); i++) {
        if (sStrong[i][0] == attack && sStrong[i][1] == defender) return 4;
        if (sStrong[i][1] == attack && sStrong[i][0] == defender) return 1;
    }
    return attack == defender && attack != TYPE_NORMAL ? 1 : 2;
}

static u32 Damage(const struct BattlePokemon *from, const struct BattlePokemon *to) {
    const struct BattleMove *move = &gBattleMoves[gCurrentMove];
    u32 attack = from->attack * (from->statStages[1] + 2) / 8;
    u32 defense = to->defense * (to->statStages[2] + 2) / 8 + 1;
    u32 damage = (2 * from->level / 5 + 2) * move->power * attack / defense / 50 + 2;
    if (from->types[0] == move->type) damage += damage / 2;
    sEffectiveness = Effectiveness(move->type, to->types[0]);
    damage = damage * sEffectiveness / 2;
    damage = damage * (85 + Random() % 16) / 100;
    return damage ? damage : 1;
}

static void Announce(void) {
    gBattlerAttacker = sTurnOrder[sTurnIndex];
    gBattlerTarget = gBattlerAttacker ^ 1;
    gCurrentMove = gChosenMoveByBattler[gBattlerAttacker];
    StringCopy(gStringVar2, gMoveNames[gCurrentMove]);
    SayAbout(GetBattlerSide(gBattlerAttacker) == PLAYER_SIDE ? gTextUsed : gTextFoeUsed,
             gBattlerAttacker);
    sBattleTimer = 20;
    sBattleStep = STEP_HIT;
}

static void Hit(void) {
    struct BattlePokemon *from = &gBattleMons[gBattlerAttacker], *to = &gBattleMons[gBattlerTarget];
    const struct BattleMove *move = &gBattleMoves[gCurrentMove];
    sEffectiveness = 2;
    if (move->accuracy && Random() % 100 >= move->accuracy) {
        SayAbout(gTextMissed, gBattlerAttacker);
        sBattleStep = STEP_NEXT;
    } else if (move->power == 0) {
        /* Moves without power: those with an accuracy weaken the other, the rest protect. */
        s8 *stage = move->accuracy ? &to->statStages[1] : &from->statStages[2];
        if (move->accuracy ? *stage > 0 : *stage < 12) *stage += move->accuracy ? -1 : 1;
        SayAbout(move->accuracy ? gTextFell : gTextRose,
                 move->accuracy ? gBattlerTarget : gBattlerAttacker);
        sBattleStep = STEP_NEXT;
    } else {
        u32 damage = Damage(from, to);
        to->hp = damage < to->hp ? to->hp - damage : 0;
        PlaySE(SE_BUMP);
        sBattleTimer = 16;
        sBattleStep = STEP_BAR;
    }
}

static void FaintOrNext(void) {
    if (gBattleMons[gBattlerTarget].hp) {
        sBattleStep = STEP_NEXT;
        return;
    }
    HideBattlerSprite(gBattlerTarget);
    gAbsentBattlerFlags |= 1 << gBattlerTarget;
    if (gBattlerTarget == FOE_SIDE) gBattleOutcome = OUTCOME_WON;
    SayAbout(GetBattlerSide(gBattlerTarget) == PLAYER_SIDE ? gTextFainted : gTextFoeFainted,
             gBattlerTarget);
    gBattleCommunication[7] = 0;
    gBattleMainFunc = gBattlerTarget == FOE_SIDE ? HandleVictory : HandleDefeat;
}

static KEEP void RunTurn(void) {
    if (sBattleStep == STEP_BAR && sBattleTimer)
        ShakeBattler(gBattlerTarget, sBattleTimer & 2 ? 3 : -3);
    if (!Ready()) return;
    switch (sBattleStep) {
    case STEP_ANNOUNCE: Announce(); break;
    case STEP_HIT: Hit(); break;
    case STEP_BAR:
        ShakeBattler(gBattlerTarget, 0);
        EmitHealthBar(gBattlerTarget);
        sBattleStep = STEP_EFFECT;
        break;
    case STEP_EFFECT:
        if (sEffectiveness != 2)
            SayAbout(sEffectiveness > 2 ? gTextSuper : gTextWeak, gBattlerTarget);
        sBattleStep = STEP_FAINT;
        break;
    case STEP_FAINT: FaintOrNext(); break;
    default:
        sBattleStep = STEP_ANNOUNCE;
        if (++sTurnIndex == 2) NextChoice();
    }
}

static void ReadStats(u16 *stats) {
    const struct Pokemon *mon = &gPlayerParty[gBattlerPartyIndexes[PLAYER_SIDE]];
    const u16 now[6] = {mon->maxHP,    mon->attack,    mon->defense,
                        mon->spAttack, mon->spDefense, mon->speed};
    for (u32 i = 0; i < 6; i++) stats[i] = now[i];
}

/* Two pages, each until A or B: what grew, and what it is now. No printer is at work. */
static KEEP void HandleLevelUpBox(void) {
    u16 stats[6];
    if (!JOY_NEW(A_BUTTON | B_BUTTON)) return;
    PlaySE(SE_SELECT);
    if (gBattleCommunication[6]++ == 0) {
        ReadStats(stats);
        ShowLevelUpBox(stats, FALSE);
        return;
    }
    HideLevelUpBox();
    gBattleMainFunc = HandleEnd;
}

static void OpenLevelUpBox(void) {
    u16 stats[6];
    ReadStats(stats);
    for (u32 i = 0; i < 6; i++) stats[i] -= sStatsBefore[i];
    ShowLevelUpBox(stats, TRUE);
    gBattleCommunication[6] = 0;
    gBattleMainFunc = HandleLevelUpBox;
}

static KEEP void HandleVictory(void) {
    struct Pokemon *mon = &gPlayerParty[gBattlerPartyIndexes[PLAYER_SIDE]];
    const struct BattlePokemon *foe = &gBattleMons[FOE_SIDE];
    u32 gained = gSpeciesInfo[foe->species].expYield * foe->level / 7;
    if (!Ready()) return;
    switch (gBattleCommunication[7]++) {
    case 0:
        StoreBattler();
        ReadStats(sStatsBefore);
        sLevelBefore = mon->level;
        IntToString(gStringVar2, gained, 0);
        SayAbout(gTextExp, PLAYER_SIDE);
        GiveExperience(mon, gained);
        break;
    case 1:
        if (mon->level == sLevelBefore) {
            gBattleMainFunc = HandleEnd;
            return;
        }
        LoadBattler(PLAYER_SIDE, gBattlerPartyIndexes[PLAYER_SIDE]);
        SyncHealthBox(PLAYER_SIDE);
        IntToString(gStringVar2, mon->level, 0);
        SayAbout(gTextLevelUp, PLAYER_SIDE);
        break;
    default: OpenLevelUpBox();
    }
}

static KEEP void HandleDefeat(void) {
    if (!Ready()) return;
    if (gBattleCommunication[7] == 0) {
        StoreBattler();
        for (u32 i = 0; i < gPlayerPartyCount; i++) {
            if (gPlayerParty[i].hp == 0) continue;
            LoadBattler(PLAYER_SIDE, i);
            ShowBattlerSprite(PLAYER_SIDE);
            gAbsentBattlerFlags = 0;
            DrawHealthBox(PLAYER_SIDE);
            SayAbout(gTextGo, PLAYER_SIDE);
            gBattleMainFunc = RunTurn;
            sBattleStep = STEP_NEXT;
            sTurnIndex = 1;
            return;
        }
        gBattleOutcome = OUTCOME_LOST;
        EmitPrint(gTextNoneLeft);
        gBattleCommunication[7] = 1;
        return;
    }
    gBattleMainFunc = HandleEnd;
}

static KEEP void HandleEnd(void) {
    if (!Ready()) return;
    if (gBattleOutcome == OUTCOME_RAN) StoreBattler();
    BeginFade(TRUE, 0, 2);
    gBattleMainFunc = EndBattle;
}
