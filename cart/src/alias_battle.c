/* The battle's part of alias.c: equal to the truth at the end of each frame, read by nobody. */
#include "battle.h"
#include "decoy.h"
#include "main.h"
#include "pokemon.h"

#if DECOY_LEVEL >= 3
#define MIRROR(decoy, truth) MemCopy(&(decoy), &(truth), sizeof(decoy))

static struct BattlePokemon EWRAM(sDecoySameBattleMons) sDecoySameBattleMons[4];
static struct Pokemon EWRAM(sDecoySameEnemyParty) sDecoySameEnemyParty[6];
static u16 EWRAM(sDecoySamePartyIndexes) sDecoySamePartyIndexes[4];
static u8 EWRAM(sDecoySamePositions) sDecoySamePositions[4];
static u8 EWRAM(sDecoySameActionCursor) sDecoySameActionCursor[4];
static u8 EWRAM(sDecoySameMoveCursor) sDecoySameMoveCursor[4];
static u8 EWRAM(sDecoySameBattleString) sDecoySameBattleString[300];
static Func IWRAM(sDecoySameControllerFuncs) sDecoySameControllerFuncs[4];
static volatile u32 EWRAM(sDecoySameBattleTypeFlags) sDecoySameBattleTypeFlags;
static volatile u8 EWRAM(sDecoySameBattlersCount) sDecoySameBattlersCount;
static volatile u8 EWRAM(sDecoySameBattleOutcome) sDecoySameBattleOutcome;
static volatile u8 EWRAM(sDecoySameEnemyCount) sDecoySameEnemyCount;

void DecoyBattleDone(void) {
    MIRROR(sDecoySameBattleMons, gBattleMons);
    MIRROR(sDecoySameEnemyParty, gEnemyParty);
    MIRROR(sDecoySamePartyIndexes, gBattlerPartyIndexes);
    MIRROR(sDecoySamePositions, gBattlerPositions);
    MIRROR(sDecoySameActionCursor, gActionSelectionCursor);
    MIRROR(sDecoySameMoveCursor, gMoveSelectionCursor);
    MIRROR(sDecoySameBattleString, gDisplayedStringBattle);
    MIRROR(sDecoySameControllerFuncs, gBattlerControllerFuncs);
    sDecoySameBattleTypeFlags = gBattleTypeFlags;
    sDecoySameBattlersCount = gBattlersCount;
    sDecoySameBattleOutcome = gBattleOutcome;
    sDecoySameEnemyCount = gEnemyPartyCount;
}
#endif
