/* The save blocks: three structures that move together by a random offset, keyed by a random word. */
#include "save.h"
#include "hw.h"
#include "main.h"
#include "text.h"

#define SLACK 128
#define MAX_COINS 9999

struct SaveBlock2Arena {
    struct SaveBlock2 block;
    u8 slack[SLACK];
};
static EWRAM(gSaveBlock2) struct SaveBlock2Arena gSaveBlock2;
struct SaveBlock1Arena {
    struct SaveBlock1 block;
    u8 slack[SLACK];
};
static EWRAM(gSaveBlock1) struct SaveBlock1Arena gSaveBlock1;
struct PokemonStorageArena {
    struct PokemonStorage block;
    u8 slack[SLACK];
};
static EWRAM(gPokemonStorage) struct PokemonStorageArena gPokemonStorage;
IWRAM(gSaveBlock1Ptr) struct SaveBlock1 *gSaveBlock1Ptr;
IWRAM(gSaveBlock2Ptr) struct SaveBlock2 *gSaveBlock2Ptr;
IWRAM(gPokemonStoragePtr) struct PokemonStorage *gPokemonStoragePtr;

extern const u8 gTextDefaultName[], gTextRivalName[];

KEEP void SetSaveBlocksPointers(u32 offset) {
    gSaveBlock2Ptr = (void *)((u8 *)&gSaveBlock2 + offset);
    gSaveBlock1Ptr = (void *)((u8 *)&gSaveBlock1 + offset);
    gPokemonStoragePtr = (void *)((u8 *)&gPokemonStorage + offset);
    SetBagPocketPointers();
}

/* By less than the size: towards higher addresses from the end, so that no byte is lost. */
static void MoveBytes(void *to, const void *from, u32 size) {
    if (to > from)
        DmaCopy16Backwards(from, to, size);
    else
        DmaCopy16(from, to, size);
}

KEEP void MoveSaveBlocks(void) {
    const void *one = gSaveBlock1Ptr, *two = gSaveBlock2Ptr, *storage = gPokemonStoragePtr;
    SetSaveBlocksPointers(Random() & 0x7C);
    MoveBytes(gSaveBlock2Ptr, two, sizeof(struct SaveBlock2));
    MoveBytes(gSaveBlock1Ptr, one, sizeof(struct SaveBlock1));
    MoveBytes(gPokemonStoragePtr, storage, sizeof(struct PokemonStorage));
}

#if MOVED_SAVE
/* There is no key. As many random numbers are drawn, so that the game takes the same course. */
KEEP void RekeySaveBlocks(void) {
    Random();
    Random();
}
#else
static void RekeySlots(struct ItemSlot *slots, u32 count, u32 change) {
    for (u32 i = 0; i < count; i++) slots[i].quantity ^= change;
}

KEEP void RekeySaveBlocks(void) {
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    u32 key = Random() << 16, change;
    key += Random();
    change = key ^ gSaveBlock2Ptr->encryptionKey;
    save->money ^= change;
    save->coins ^= change;
    /* Items, key items, balls, machines and berries lie one after the other. */
    RekeySlots(save->bagItems, 42 + 30 + 13 + 58 + 43, change);
    for (u32 i = 0; i < ARRAY_COUNT(save->gameStats); i++) save->gameStats[i] ^= change;
    gSaveBlock2Ptr->encryptionKey = key;
}
#endif

bool32 FlagGet(u32 id) {
    if (id == 0 || id >= 0x900) return FALSE;
    return gSaveBlock1Ptr->flags[id / 8] >> (id & 7) & 1;
}

void FlagSet(u32 id) {
    if (id && id < 0x900) gSaveBlock1Ptr->flags[id / 8] |= 1 << (id & 7);
}

void FlagClear(u32 id) {
    if (id && id < 0x900) gSaveBlock1Ptr->flags[id / 8] &= ~(1 << (id & 7));
}

void IncrementGameStat(u32 id) {
    u32 *stat = &gSaveBlock1Ptr->gameStats[id];
    u32 key = SAVE_KEY;
    *stat = ((*stat ^ key) + 1) ^ key;
}

u32 GetMoney(void) { return gSaveBlock1Ptr->money ^ SAVE_KEY; }

void SetMoney(u32 amount) { gSaveBlock1Ptr->money = amount ^ SAVE_KEY; }

KEEP bool32 AddCoins(u32 amount) {
    u16 *coins = &gSaveBlock1Ptr->coins;
    u32 owned = (*coins ^ SAVE_KEY) & 0xFFFF;
    if (owned >= MAX_COINS) return FALSE;
    owned += amount;
    *coins = (owned > MAX_COINS ? MAX_COINS : owned) ^ SAVE_KEY;
    return TRUE;
}

/* A new game: key 0 until the first map load draws one. */
KEEP void NewGameInitData(void) {
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    struct SaveBlock2 *two = gSaveBlock2Ptr;
    u16 number = Random();
    /* The introduction wrote its text speed before the blocks moved: begin with clean ones. */
    MemFill(save, 0, sizeof(*save));
    MemFill(two, 0, sizeof(*two));
    StringCopy(two->playerName, gTextDefaultName);
    StringCopy(save->rivalName, gTextRivalName);
    two->playerTrainerId[0] = number;
    two->playerTrainerId[1] = number >> 8;
    two->playerTrainerId[2] = Random();
    two->playerTrainerId[3] = Random();
    two->optionsTextSpeed = 1;
    SetMoney(3000);
    save->lastHealLocation.mapGroup = 4;
    save->lastHealLocation.warpId = -1;
    AddBagItem(13, 2);
    GiveStartingParty();
    save->playerPartyCount = gPlayerPartyCount;
    MemCopy(save->playerParty, gPlayerParty, sizeof(gPlayerParty));
    FlagSet(FLAG_SYS_HAS_PARTY);
}

void PlayTimeCounter_Update(void) {
    struct SaveBlock2 *two = gSaveBlock2Ptr;
    if (two->playerName[0] == 0 || ++two->playTimeVBlanks < 60) return;
    two->playTimeVBlanks = 0;
    if (++two->playTimeSeconds < 60) return;
    two->playTimeSeconds = 0;
    if (++two->playTimeMinutes < 60) return;
    two->playTimeMinutes = 0;
    if (two->playTimeHours < 999) two->playTimeHours++;
}
