/* Battles: what the other files of the battle share. Names and layouts are the frlg family's. */
#ifndef BATTLE_H
#define BATTLE_H
#include "types.h"

struct BattlePokemon {
    u16 species, attack, defense, speed, spAttack, spDefense;
    u16 moves[4];
    u32 ivs;
    s8 statStages[8];
#if GROWN_BATTLERS
    u16 ability;
    u8 types[3];
#else
    u8 ability, types[2], spare;
#endif
    u8 pp[4];
    u16 hp;
    u8 level, friendship;
    u16 maxHP, item;
    u8 nickname[GROWN_BATTLERS ? 13 : 11];
    u8 ppBonuses;
    u8 otName[8];
    u32 experience, personality, status1, status2, otId;
#if GROWN_BATTLERS
    u8 metLevel, isShiny;
#endif
    RECORD_SPARE
};
SIZE_IS(struct BattlePokemon, (GROWN_BATTLERS ? 0x60 : 0x58) + RECORD_EXTRA);
AT(struct BattlePokemon, pp, GROWN_BATTLERS ? 0x25 : 0x24);
AT(struct BattlePokemon, hp, GROWN_BATTLERS ? 0x2A : 0x28);
AT(struct BattlePokemon, nickname, GROWN_BATTLERS ? 0x32 : 0x30);
AT(struct BattlePokemon, otName, GROWN_BATTLERS ? 0x40 : 0x3C);
AT(struct BattlePokemon, status1, GROWN_BATTLERS ? 0x50 : 0x4C);
AT(struct BattlePokemon, otId, GROWN_BATTLERS ? 0x58 : 0x54);
/* What stands in a third type that is none. */
#define TYPE_MYSTERY 9

enum { PLAYER_SIDE, FOE_SIDE };
/* Of gBattleTypeFlags and gBattlerPositions. */
#define BATTLE_TYPE_MASTER 0x4
#define BATTLE_TYPE_TRAINER 0x8
#define BIT_SIDE 1
/* The ability that lets nobody run. */
#define ABILITY_HOLDS 23
enum { CONTROLLER_PRINT = 16, CONTROLLER_CHOOSE_ACTION = 18, CONTROLLER_CHOOSE_MOVE = 20,
       CONTROLLER_HEALTH_BAR = 24, CONTROLLER_TWO_RETURN_VALUES = 33 };
enum { ACTION_USE_MOVE, ACTION_USE_ITEM, ACTION_SWITCH_MON, ACTION_RUN };
enum { OUTCOME_NONE, OUTCOME_WON, OUTCOME_LOST, OUTCOME_DREW, OUTCOME_RAN };
#define STAGE_NEUTRAL 6
#define BG0_Y_MESSAGE 0
#define BG0_Y_ACTIONS 160
#define BG0_Y_MOVES 320

extern u32 gBattleTypeFlags, gBattleControllerExecFlags;
extern struct BattlePokemon gBattleMons[4];
extern u8 gBattlersCount, gBattlerPositions[4], gActiveBattler, gAbsentBattlerFlags;
extern u16 gBattlerPartyIndexes[4];
extern u8 gBattleBufferA[4][0x200], gBattleBufferB[4][0x200];
extern u8 gBattleCommunication[8], gBattleOutcome;
extern u8 gActionSelectionCursor[4], gMoveSelectionCursor[4], gNumberOfMovesToChoose;
extern u8 gBattlerAttacker, gBattlerTarget, gBattlerInMenuId;
extern u16 gBattle_BG0_X, gBattle_BG0_Y;
extern u8 gDisplayedStringBattle[300];
extern u16 gCurrentMove, gChosenMove, gChosenMoveByBattler[4];
extern u8 gChosenActionByBattler[4];
extern Func gBattleMainFunc, gBattlerControllerFuncs[4], gPreBattleCallback1;

/* battle_main.c */
void StartWildBattle(u32 species, u32 level);
bool32 StartRandomEncounter(void);
void LoadBattler(u32 battler, u32 partyIndex);
void StoreBattler(void);
void EndBattle(void);
/* Which side a battler stands on; its position says so. */
u32 GetBattlerSide(u32 battler);

/* battle_controller.c */
void PlayerBufferRunCommand(void);
void OpponentBufferRunCommand(void);
void EmitPrint(const u8 *text);
void EmitChooseAction(void);
void EmitChooseMove(void);
void EmitHealthBar(u32 battler);
#define BATTLE_BUSY (gBattleControllerExecFlags != 0)

/* battle_turn.c */
void BattleIntro(void);
void HandleTurnActionSelectionState(void);

/* battle_gfx.c */
void InitBattleScreen(void);
void ShowBattlerSprite(u32 battler);
void HideBattlerSprite(u32 battler);
bool32 SlideBattlersIn(void);
void DrawHealthBox(u32 battler);
bool32 StepHealthBar(u32 battler);
void SyncHealthBox(u32 battler);
void ShakeBattler(u32 battler, s32 amount);
void DrawActionMenu(void);
void DrawActionCursor(void);
void DrawMoveMenu(void);
void DrawMoveCursor(void);
void ShowLevelUpBox(const u16 *values, bool32 gains);
void HideLevelUpBox(void);

#endif
