#ifndef SAVE_H
#define SAVE_H
#include "field.h"
#include "pokemon.h"
#include "types.h"

struct ItemSlot {
    u16 itemId, quantity;
};

struct SaveBlock1 {
    struct Coords16 pos;
    struct WarpData location, continueGameWarp, dynamicWarp, lastHealLocation, escapeWarp;
    u16 savedMusic;
    u8 weather, weatherCycleStage, flashLevel;
    u16 mapLayoutId;
    u8 playerPartyCount;
    struct Pokemon playerParty[6];
#if MOVED_SAVE
    struct ItemSlot bagItems[42], bagKeyItems[30], bagBalls[13], bagTMs[58], bagBerries[43];
    u8 rivalName[8];
    u32 gameStats[0x40];
    u16 vars[0x100];
    u8 seen1[0x34], seen2[0x34], gap8E8[0x38];
    struct ObjectEventTemplate objectEventTemplates[64];
    struct ItemSlot pcItems[30];
    u8 gapF98[0x2E8];
    u8 flags[0x120];
    u32 money;
    u16 coins, registeredItem;
    u8 gap13A8[0x3E00 - 0x13A8];
};
SIZE_IS(struct SaveBlock1, 0x3E00);
AT(struct SaveBlock1, bagItems, 0x290);
AT(struct SaveBlock1, bagBerries, 0x4CC);
AT(struct SaveBlock1, gameStats, 0x580);
AT(struct SaveBlock1, vars, 0x680);
AT(struct SaveBlock1, objectEventTemplates, 0x920);
AT(struct SaveBlock1, pcItems, 0xF20);
AT(struct SaveBlock1, flags, 0x1280);
AT(struct SaveBlock1, money, 0x13A0);
#else
    u32 money;
    u16 coins, registeredItem;
    struct ItemSlot pcItems[30], bagItems[42], bagKeyItems[30], bagBalls[13], bagTMs[58], bagBerries[43];
    u8 seen1[0x34];
    u8 gap62C[0x8E0 - 0x62C];
    struct ObjectEventTemplate objectEventTemplates[64];
    u8 flags[0x120];
    u16 vars[0x100];
    u32 gameStats[0x40];
    u8 gap1300[0x3A18 - 0x1300];
    u8 seen2[0x34];
    u8 rivalName[8];
    u8 gap3A54[0x3D68 - 0x3A54];
};
SIZE_IS(struct SaveBlock1, 0x3D68);
AT(struct SaveBlock1, money, 0x290);
AT(struct SaveBlock1, bagItems, 0x310);
AT(struct SaveBlock1, bagBerries, 0x54C);
AT(struct SaveBlock1, objectEventTemplates, 0x8E0);
AT(struct SaveBlock1, flags, 0xEE0);
AT(struct SaveBlock1, vars, 0x1000);
AT(struct SaveBlock1, gameStats, 0x1200);
AT(struct SaveBlock1, rivalName, 0x3A4C);
#endif
AT(struct SaveBlock1, mapLayoutId, 0x32);
AT(struct SaveBlock1, playerParty, 0x38);

struct SaveBlock2 {
    u8 playerName[8];
    u8 playerGender, specialSaveWarpFlags, playerTrainerId[4];
    u16 playTimeHours;
    u8 playTimeMinutes, playTimeSeconds, playTimeVBlanks, optionsButtonMode;
    u16 optionsTextSpeed : 3, optionsWindowFrame : 5, optionsSound : 1, optionsBattleStyle : 1,
        optionsBattleScene : 1, regionMapZoom : 1;
    u8 gap16[2];
    u8 pokedex[0x78];
    u8 gap90[0xF20 - 0x90];
    u32 encryptionKey;
};
SIZE_IS(struct SaveBlock2, 0xF24);
AT(struct SaveBlock2, encryptionKey, 0xF20);
AT(struct SaveBlock2, optionsButtonMode, 0x13);

struct PokemonStorage {
    u8 currentBox;
    struct BoxPokemon boxes[14][30];
    u8 boxNames[14][9];
    u8 boxWallpapers[14];
};
SIZE_IS(struct PokemonStorage, 0x83D0);

extern struct SaveBlock1 *gSaveBlock1Ptr;
extern struct SaveBlock2 *gSaveBlock2Ptr;
extern struct PokemonStorage *gPokemonStoragePtr;
/* What money, coins, quantities and statistics are kept under. */
#if MOVED_SAVE
#define SAVE_KEY 0
#else
#define SAVE_KEY (gSaveBlock2Ptr->encryptionKey)
#endif

void SetSaveBlocksPointers(u32 offset);
void MoveSaveBlocks(void);
void RekeySaveBlocks(void);
void NewGameInitData(void);
void PlayTimeCounter_Update(void);
bool32 FlagGet(u32 id);
void FlagSet(u32 id);
void FlagClear(u32 id);
void IncrementGameStat(u32 id);

#define FLAG_SYS_HAS_PARTY 0x828
#define FLAG_RUNNING_SHOES 0x82F

/* item.c */
struct Item {
    u8 name[14];
    u16 itemId, price;
    u8 holdEffect, holdEffectParam;
    const u8 *description;
    u8 importance, registrability, pocket, type;
    Func fieldUseFunc;
    u8 battleUsage;
    Func battleUseFunc;
    u8 secondaryId;
    RECORD_SPARE
};
SIZE_IS(struct Item, 0x2C + RECORD_EXTRA);
struct BagPocket {
    struct ItemSlot *itemSlots;
    u8 capacity;
};
SIZE_IS(struct BagPocket, 8);
extern struct BagPocket gBagPockets[5];
extern const struct Item gItems[];
extern const u32 gItemCount;
void SetBagPocketPointers(void);
bool32 AddBagItem(u32 itemId, u32 count);
bool32 AddPCItem(u32 itemId, u32 count);
u32 BagItemQuantity(const struct ItemSlot *slot);
u32 GetMoney(void);
void SetMoney(u32 amount);
bool32 AddCoins(u32 amount);

#endif
