/* A battle's beginning and end, and its globals. */
#include "battle.h"
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "script.h"
#include "sound.h"
#include "text.h"

#define WILD_SLOTS 12

u32 EWRAM(gBattleTypeFlags) gBattleTypeFlags;
u32 EWRAM(gBattleControllerExecFlags) gBattleControllerExecFlags;
struct BattlePokemon EWRAM(gBattleMons) gBattleMons[4];
u8 EWRAM(gBattlersCount) gBattlersCount;
u8 EWRAM(gBattlerPositions) gBattlerPositions[4];
u16 EWRAM(gBattlerPartyIndexes) gBattlerPartyIndexes[4];
u8 EWRAM(gActiveBattler) gActiveBattler;
u8 EWRAM(gAbsentBattlerFlags) gAbsentBattlerFlags;
u8 EWRAM(gBattleBufferA) gBattleBufferA[4][0x200];
u8 EWRAM(gBattleBufferB) gBattleBufferB[4][0x200];
u8 EWRAM(gBattleCommunication) gBattleCommunication[8];
u8 EWRAM(gBattleOutcome) gBattleOutcome;
u8 EWRAM(gBattleTerrain) gBattleTerrain;
u16 EWRAM(gBattleWeather) gBattleWeather;
u8 EWRAM(gActionSelectionCursor) gActionSelectionCursor[4];
u8 EWRAM(gMoveSelectionCursor) gMoveSelectionCursor[4];
u8 IWRAM(gNumberOfMovesToChoose) gNumberOfMovesToChoose;
u8 EWRAM(gBattlerAttacker) gBattlerAttacker;
u8 EWRAM(gBattlerTarget) gBattlerTarget;
u8 EWRAM(gBattlerInMenuId) gBattlerInMenuId;
u16 EWRAM(gBattle_BG0_X) gBattle_BG0_X;
u16 EWRAM(gBattle_BG0_Y) gBattle_BG0_Y;
u8 EWRAM(gDisplayedStringBattle) gDisplayedStringBattle[300];
u8 EWRAM(gBattleTextBuff1) gBattleTextBuff1[16];
u8 EWRAM(gBattleTextBuff2) gBattleTextBuff2[16];
u8 EWRAM(gBattleTextBuff3) gBattleTextBuff3[16];
u16 EWRAM(gCurrentMove) gCurrentMove;
u16 EWRAM(gChosenMove) gChosenMove;
u16 EWRAM(gChosenMoveByBattler) gChosenMoveByBattler[4];
u8 EWRAM(gChosenActionByBattler) gChosenActionByBattler[4];
IWRAM(gBattleMainFunc) Func gBattleMainFunc;
IWRAM(gBattlerControllerFuncs) Func gBattlerControllerFuncs[4];
IWRAM(gPreBattleCallback1) Func gPreBattleCallback1;

struct WildPokemon { u8 minLevel, maxLevel; u16 species; };
struct WildPokemonInfo { u8 rate; const struct WildPokemon *list; };
struct WildPokemonHeader {
    u8 mapGroup, mapNum;
    const struct WildPokemonInfo *land, *water, *rocks, *fishing;
};
SIZE_IS(struct WildPokemonHeader, 0x14);
extern const struct WildPokemonHeader gWildMonHeaders[];

KEEP u32 GetBattlerSide(u32 battler) { return gBattlerPositions[battler] & BIT_SIDE; }

static struct Pokemon *PartyOf(u32 battler) {
    struct Pokemon *party = GetBattlerSide(battler) == PLAYER_SIDE ? gPlayerParty : gEnemyParty;
    return party + gBattlerPartyIndexes[battler];
}

KEEP void LoadBattler(u32 battler, u32 partyIndex) {
    struct BattlePokemon *b = &gBattleMons[battler];
    struct PokemonData data;
    const struct Pokemon *mon;
    gBattlerPartyIndexes[battler] = partyIndex;
    gActionSelectionCursor[battler] = gMoveSelectionCursor[battler] = 0;
    mon = PartyOf(battler);
    ReadPokemonData(&mon->box, &data);
    MemFill(b, 0, sizeof(*b));
    b->species = data.species;
    b->attack = mon->attack;
    b->defense = mon->defense;
    b->speed = mon->speed;
    b->spAttack = mon->spAttack;
    b->spDefense = mon->spDefense;
    for (u32 i = 0; i < 4; i++) {
        b->moves[i] = UNPACKED(data.moves[i], MOVE_BITS);
        b->pp[i] = UNPACKED(data.pp[i], PP_BITS);
    }
    b->ivs = data.ivs;
    MemFill(b->statStages, STAGE_NEUTRAL, 8);
    b->ability = gSpeciesInfo[data.species].abilities[0];
    b->types[0] = gSpeciesInfo[data.species].types[0];
    b->types[1] = gSpeciesInfo[data.species].types[1];
#if GROWN_BATTLERS
    b->types[2] = TYPE_MYSTERY;
    b->ppBonuses = data.ppBonuses;
    b->status1 = mon->status;
#endif
    b->hp = mon->hp;
    b->maxHP = mon->maxHP;
    b->level = mon->level;
    b->friendship = data.friendship;
    b->item = data.heldItem;
    MemFill(b->nickname, EOS, sizeof(b->nickname));
    MemCopy(b->nickname, mon->box.nickname, 10);
    MemFill(b->otName, EOS, 8);
    for (u32 i = 0; i < 7; i++) b->otName[i] = mon->box.otName[i];
    b->experience = data.experience;
    b->personality = mon->box.personality;
    b->otId = mon->box.otId;
}

/* What a battle leaves in the party. */
KEEP void StoreBattler(void) {
    const struct BattlePokemon *b = &gBattleMons[PLAYER_SIDE];
    struct Pokemon *mon = PartyOf(PLAYER_SIDE);
    struct PokemonData data;
    ReadPokemonData(&mon->box, &data);
    for (u32 i = 0; i < 4; i++) data.pp[i] = REPACKED(data.pp[i], PP_BITS, b->pp[i]);
    WritePokemonData(&mon->box, &data);
    mon->hp = b->hp;
}

static KEEP void BattleMainCB1(void) {
    gBattleMainFunc();
    for (u32 i = 0; i < gBattlersCount; i++) {
        gActiveBattler = i;
        gBattlerControllerFuncs[i]();
    }
}

static KEEP void BattleMainCB2(void) {
    AnimateSprites();
    BuildOamBuffer();
    RunTextPrinters();
    UpdatePaletteFade();
    RunTasks();
    gBgScroll[0][0] = gBattle_BG0_X;
    gBgScroll[0][1] = gBattle_BG0_Y;
}

static void ClearBattle(void) {
    gBattlersCount = 0;
    gBattleControllerExecFlags = 0;
    gBattleOutcome = OUTCOME_NONE;
    gAbsentBattlerFlags = 0;
    gBattleWeather = 0;
    gBattle_BG0_X = gBattle_BG0_Y = 0;
    MemFill(gBattleMons, 0, sizeof(gBattleMons));
    MemFill(gBattleBufferA, 0, sizeof(gBattleBufferA));
    MemFill(gBattleBufferB, 0, sizeof(gBattleBufferB));
    MemFill(gBattleCommunication, 0, sizeof(gBattleCommunication));
    MemFill(gActionSelectionCursor, 0, 4);
    MemFill(gMoveSelectionCursor, 0, 4);
}

static KEEP void CB2_HandleStartBattle(void) {
    switch (gMain.state++) {
    case 0:
        gBattlerPositions[0] = 0;
        gBattlerPositions[1] = BIT_SIDE;
        for (u32 i = 0; i < gPlayerPartyCount; i++)
            if (gPlayerParty[i].hp) {
                LoadBattler(PLAYER_SIDE, i);
                break;
            }
        LoadBattler(FOE_SIDE, 0);
        break;
    case 1:
        gBattlersCount = 2;
        gBattlerControllerFuncs[0] = PlayerBufferRunCommand;
        gBattlerControllerFuncs[1] = OpponentBufferRunCommand;
        ShowBattlerSprite(PLAYER_SIDE);
        ShowBattlerSprite(FOE_SIDE);
        break;
    default:
        gBattleMainFunc = BattleIntro;
        SetMainCallback1(BattleMainCB1);
        SetMainCallback2(BattleMainCB2);
        BeginFade(FALSE, 0, 2);
    }
}

static KEEP void CB2_InitBattle(void) {
    switch (gMain.state++) {
    case 0:
        gMain.inBattle = TRUE;
        ClearBattle();
        ResetGfx();
        break;
    case 1: MoveSaveBlocks(); break;
    case 2: RekeySaveBlocks(); break;
    case 3: InitBattleScreen(); break;
    case 12:
        SetMainCallback2(CB2_HandleStartBattle);
        break;
    default: break;
    }
}

/* The field goes dark in two blinks, then the battle begins. */
static KEEP void Task_BattleStart(u8 taskId) {
    s16 *state = &gTasks[taskId].data[0];
    if (PaletteFadeActive()) return;
    if (*state < 4) {
        BeginFade(*state % 2 == 0, 0x7FFF, 8);
        (*state)++;
    } else if (*state == 4) {
        BeginFade(TRUE, 0, 4);
        (*state)++;
    } else {
        DestroyTask(taskId);
        gPreBattleCallback1 = gMain.callback1;
        gMain.savedCallback = CB2_ReturnToField;
        SetMainCallback1(NULL);
        SetMainCallback2(CB2_InitBattle);
    }
}

KEEP void StartWildBattle(u32 species, u32 level) {
    /* Nobody counts the other side's party here: the engine does so in trades alone. */
    ZeroEnemyPartyMons();
    CreateMon(&gEnemyParty[0], species, level, gDefaultMoves[species]);
    gBattleTypeFlags = BATTLE_TYPE_MASTER;
    LockPlayerFieldControls();
    FreezeObjectEvents();
    PlayerFreeze();
    CreateTask(Task_BattleStart, 1);
}

KEEP bool32 StartRandomEncounter(void) {
    for (const struct WildPokemonHeader *h = gWildMonHeaders; h->mapGroup != 0xFF; h++) {
        const struct WildPokemon *wild;
        if (h->mapGroup != (u8)gSaveBlock1Ptr->location.mapGroup) continue;
        if (h->mapNum != (u8)gSaveBlock1Ptr->location.mapNum || !h->land) continue;
        wild = &h->land->list[Random() % WILD_SLOTS];
        StartWildBattle(wild->species,
                        wild->minLevel + Random() % (wild->maxLevel - wild->minLevel + 1));
        return TRUE;
    }
    return FALSE;
}

/* After a defeat: home, and everybody is well again. */
static KEEP void CB2_WhiteOut(void) {
    HealPlayerParty();
    ScriptContext_Init();
    SetWarpDestination(4, 0, 0xFF);
    sWarpDestination.x = 7;
    sWarpDestination.y = 5;
    WarpIntoMap();
    SetMainCallback2(CB2_LoadMap);
}

KEEP void EndBattle(void) {
    if (PaletteFadeActive()) return;
    gMain.inBattle = FALSE;
    SetMainCallback1(NULL);
    SetMainCallback2(gBattleOutcome == OUTCOME_LOST ? CB2_WhiteOut : gMain.savedCallback);
}
