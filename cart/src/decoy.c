/* What looks like engine state and is not: written by the game, read by nobody.
 *
 * Level 1 has one of each common kind; level 2 crowds the memory; level 3 is in alias.c. The writes are volatile or by DMA,
 * so that the compiler keeps them. */
#include "decoy.h"
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"
#include "script.h"
#include "text.h"

#define MIRROR(decoy, truth) Mirror(&(decoy), &(truth), sizeof(decoy))

/* By DMA, which the compiler can not drop. */
static void Mirror(void *to, const void *from, u32 size) { MemCopy(to, from, size); }

/* The map as it was when it was loaded, and a layout of the right size that points at it. */
static struct BackupMapLayout IWRAM(sDecoyMapLayout) sDecoyMapLayout;
static u16 EWRAM(sDecoyMapData) sDecoyMapData[MAX_MAP_DATA];
/* The objects of the frame before: copied before the frame's work begins. */
static struct ObjectEvent EWRAM(sDecoyObjectEvents) sDecoyObjectEvents[OBJECT_EVENTS];
static volatile u16 IWRAM(sDecoyHeldKeys) sDecoyHeldKeys;
static volatile u16 IWRAM(sDecoyNewKeys) sDecoyNewKeys;
static volatile u8 IWRAM(sDecoyFieldLocked) sDecoyFieldLocked;
static volatile struct Coords16 EWRAM(sDecoyPlayerCoords) sDecoyPlayerCoords;

#if DECOY_LEVEL >= 2
struct DeadMap {
    s32 width, height;
    const u16 *data;
};
static volatile struct DeadMap EWRAM(sDecoyDeadMaps) sDecoyDeadMaps[4];
static struct BackupMapLayout EWRAM(sDecoyPreviousLayout) sDecoyPreviousLayout;
static u16 EWRAM(sDecoyPreviousData) sDecoyPreviousData[MAX_MAP_DATA];
static struct MapHeader EWRAM(sDecoyMapHeader) sDecoyMapHeader;
static struct MapHeader EWRAM(sDecoyLastMapHeader) sDecoyLastMapHeader;
static struct ScriptContext IWRAM(sDecoyScriptContext) sDecoyScriptContext;
static struct TextPrinter EWRAM(sDecoyTextPrinters) sDecoyTextPrinters[4];
static u16 EWRAM(sDecoyStringVar) sDecoyStringVar[500];
static struct PlayerAvatar EWRAM(sDecoyPlayerAvatar) sDecoyPlayerAvatar;
static struct ObjectEvent EWRAM(sDecoyDeadObjects) sDecoyDeadObjects[OBJECT_EVENTS];
static struct Main EWRAM(sDecoyMain) sDecoyMain;
static struct Task EWRAM(sDecoyTasks) sDecoyTasks[16];
static struct Pokemon EWRAM(sDecoyParty) sDecoyParty[6];
static volatile u8 EWRAM(sDecoyMessageBoxType) sDecoyMessageBoxType;
static volatile u8 EWRAM(sDecoyLockCounter) sDecoyLockCounter;
static volatile u32 IWRAM(sDecoyRng) sDecoyRng;
static IWRAM(sDecoySavePointers) const void *volatile sDecoySavePointers[3];

static void CrowdMaps(void) {
    static const u8 sSizes[4][2] = {{27, 23}, {39, 44}, {63, 54}, {28, 24}};
    for (u32 i = 0; i < 4; i++) {
        sDecoyDeadMaps[i].width = sSizes[i][0];
        sDecoyDeadMaps[i].height = sSizes[i][1];
        sDecoyDeadMaps[i].data = i & 1 ? sDecoyPreviousData : sDecoyMapData + 0x100 * i;
    }
    MIRROR(sDecoyPreviousData, sDecoyMapData);
    sDecoyPreviousLayout = sDecoyMapLayout;
    sDecoyPreviousLayout.map = sDecoyPreviousData;
    MIRROR(sDecoyLastMapHeader, sDecoyMapHeader);
    MIRROR(sDecoyMapHeader, gMapHeader);
    MIRROR(sDecoyDeadObjects, gObjectEvents);
    MIRROR(sDecoyParty, gPlayerParty);
}

static void CrowdFrame(void) {
    MIRROR(sDecoyScriptContext, sGlobalScriptContext);
    MIRROR(sDecoyTextPrinters, sTextPrinters);
    MIRROR(sDecoyStringVar, gStringVar4);
    MIRROR(sDecoyPlayerAvatar, gPlayerAvatar);
    MIRROR(sDecoyTasks, gTasks);
    /* Callbacks and keys in the layout of gMain, without its sprites. */
    Mirror(&sDecoyMain, &gMain, __builtin_offsetof(struct Main, oamBuffer));
    sDecoyMessageBoxType = sMessageBoxType;
    sDecoyLockCounter = sLockFieldControls ? sDecoyLockCounter + 1 : 0;
    sDecoyRng = gRngValue;
    sDecoySavePointers[0] = gSaveBlock1Ptr;
    sDecoySavePointers[1] = gSaveBlock2Ptr;
    sDecoySavePointers[2] = gPokemonStoragePtr;
}
#else
static void CrowdMaps(void) {}
static void CrowdFrame(void) {}
#endif

/* After the keys were read, before the frame's work: all but the keys are a frame late. */
KEEP void DecoyUpdate(void) {
    MIRROR(sDecoyObjectEvents, gObjectEvents);
    sDecoyHeldKeys = gMain.heldKeys;
    sDecoyNewKeys = gMain.newKeys;
    sDecoyFieldLocked = sLockFieldControls;
    sDecoyPlayerCoords.x = PLAYER->currentCoords.x;
    sDecoyPlayerCoords.y = PLAYER->currentCoords.y;
    CrowdFrame();
}

/* When a map has been loaded through a warp. */
KEEP void DecoyMapLoaded(void) {
    CrowdMaps();
    MIRROR(sDecoyMapData, gBackupMapData);
    sDecoyMapLayout.width = gBackupMapLayout.width;
    sDecoyMapLayout.height = gBackupMapLayout.height;
    sDecoyMapLayout.map = sDecoyMapData;
}
