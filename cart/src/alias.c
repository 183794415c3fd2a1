/* Decoys that can not be told by what they hold: at the end of each frame they are equal to the
 * truth, or as the truth was when it last changed. Compiled in at level 3 alone; read by nobody. */
#include "decoy.h"
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "text.h"

#if DECOY_LEVEL >= 3
#define MIRROR(decoy, truth) MemCopy(&(decoy), &(truth), sizeof(decoy))

extern u8 sStartMenuCursorPos, sNumStartMenuItems, sStartMenuOrder[9];

/* Equal at the end of every frame; pointers lead to the true buffers, texts and blocks. */
static struct BackupMapLayout IWRAM(sDecoySameLayout) sDecoySameLayout;
static struct MapHeader EWRAM(sDecoySameMapHeader) sDecoySameMapHeader;
static struct ObjectEvent EWRAM(sDecoySameObjectEvents) sDecoySameObjectEvents[OBJECT_EVENTS];
static struct PlayerAvatar EWRAM(sDecoySamePlayerAvatar) sDecoySamePlayerAvatar;
static struct Main IWRAM(sDecoySameMain) sDecoySameMain;
static struct Task IWRAM(sDecoySameTasks) sDecoySameTasks[16];
static struct Sprite EWRAM(sDecoySameSprites) sDecoySameSprites[SPRITES];
static struct PaletteFade EWRAM(sDecoySamePaletteFade) sDecoySamePaletteFade;
static struct ScriptContext IWRAM(sDecoySameContext) sDecoySameContext;
static struct TextPrinter EWRAM(sDecoySamePrinters) sDecoySamePrinters[TEXT_PRINTERS];
static struct Window EWRAM(sDecoySameWindows) sDecoySameWindows[WINDOWS];
static u16 EWRAM(sDecoySameString) sDecoySameString[500];
static struct Menu EWRAM(sDecoySameMenu) sDecoySameMenu;
static struct Pokemon EWRAM(sDecoySameParty) sDecoySameParty[6];
static IWRAM(sDecoySameSavePointers) const void *volatile sDecoySameSavePointers[2];
static volatile u32 IWRAM(sDecoySameRng) sDecoySameRng;
static volatile u16 EWRAM(sDecoySameResult) sDecoySameResult;
static volatile u8 IWRAM(sDecoySameContextStatus) sDecoySameContextStatus;
static volatile u8 IWRAM(sDecoySameFieldLocked) sDecoySameFieldLocked;
static volatile u8 EWRAM(sDecoySameMessageBoxType) sDecoySameMessageBoxType;
static volatile u8 EWRAM(sDecoySamePartyCount) sDecoySamePartyCount;
static volatile u8 EWRAM(sDecoySameStartCursor) sDecoySameStartCursor;
static volatile u8 EWRAM(sDecoySameStartCount) sDecoySameStartCount;
static volatile u8 EWRAM(sDecoySameStartOrder) sDecoySameStartOrder[9];

/* Written while the controls are locked: with the controls free, what is written there stays. */
static struct BackupMapLayout EWRAM(sDecoyKeptLayout) sDecoyKeptLayout;
static struct MapHeader EWRAM(sDecoyKeptMapHeader) sDecoyKeptMapHeader;
static IWRAM(sDecoyKeptSavePointers) const void *volatile sDecoyKeptSavePointers[2];
static volatile u8 EWRAM(sDecoyKeptStartOrder) sDecoyKeptStartOrder[9];

static void KeepWhileLocked(void) {
    if (!sLockFieldControls) return;
    MIRROR(sDecoyKeptLayout, gBackupMapLayout);
    MIRROR(sDecoyKeptMapHeader, gMapHeader);
    sDecoyKeptSavePointers[0] = gSaveBlock1Ptr;
    sDecoyKeptSavePointers[1] = gSaveBlock2Ptr;
    for (u32 i = 0; i < 9; i++) sDecoyKeptStartOrder[i] = sStartMenuOrder[i];
}

static void SameBytes(void) {
    sDecoySameContextStatus = sGlobalScriptContextStatus;
    sDecoySameFieldLocked = sLockFieldControls;
    sDecoySameMessageBoxType = sMessageBoxType;
    sDecoySamePartyCount = gPlayerPartyCount;
    sDecoySameStartCursor = sStartMenuCursorPos;
    sDecoySameStartCount = sNumStartMenuItems;
    for (u32 i = 0; i < 9; i++) sDecoySameStartOrder[i] = sStartMenuOrder[i];
}

/* When the frame's work is done. */
KEEP void DecoyFrameDone(void) {
    MIRROR(sDecoySameLayout, gBackupMapLayout);
    MIRROR(sDecoySameMapHeader, gMapHeader);
    MIRROR(sDecoySameObjectEvents, gObjectEvents);
    MIRROR(sDecoySamePlayerAvatar, gPlayerAvatar);
    MemCopy(&sDecoySameMain, &gMain, __builtin_offsetof(struct Main, oamBuffer));
    MIRROR(sDecoySameTasks, gTasks);
    MIRROR(sDecoySameSprites, gSprites);
    MIRROR(sDecoySamePaletteFade, gPaletteFade);
    MIRROR(sDecoySameContext, sGlobalScriptContext);
    MIRROR(sDecoySamePrinters, sTextPrinters);
    MIRROR(sDecoySameWindows, gWindows);
    MIRROR(sDecoySameString, gStringVar4);
    MIRROR(sDecoySameMenu, sMenu);
    MIRROR(sDecoySameParty, gPlayerParty);
    sDecoySameSavePointers[0] = gSaveBlock1Ptr;
    sDecoySameSavePointers[1] = gSaveBlock2Ptr;
    sDecoySameRng = gRngValue;
    sDecoySameResult = gSpecialVar_Result;
    SameBytes();
    DecoyBattleDone();
    KeepWhileLocked();
}
#endif
