/* The save dialog: where the player is, who that is, and since when. Nothing is saved. */
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "text.h"

#define STATS_BASE_BLOCK 320
#define STATS_WIDTH 14
#define VALUE_X 48
#define COLOR_PLACE 5
#define COLOR_VALUE 2
#define CHAR_COLON 0xF0
#define CHAR_ZERO 0xA1
enum { LINE_PLACE, LINE_PLAYER, LINE_TIME, LINE_MESSAGE };

static u8 EWRAM(sSaveDialogLine) sSaveDialogLine;
static u8 EWRAM(sSaveStatsWindowId) sSaveStatsWindowId;
extern const u8 gTextSaveName[], gTextSaveTime[];

/* Each value is put together in gStringVar4, behind the codes of its colour and its shadow's. */
static u8 *BeginValue(u32 color) {
    u8 *dst = gStringVar4;
    *dst++ = 0xFC;
    *dst++ = 0x01;
    *dst++ = color;
    *dst++ = 0xFC;
    *dst++ = 0x03;
    *dst++ = color + 1;
    return dst;
}

static KEEP void PrintPlace(void) {
    u8 *name = BeginValue(COLOR_PLACE);
    GetMapName(name, gMapHeader.regionMapSectionId);
    PrintAtOnce(sSaveStatsWindowId, gStringVar4, (STATS_WIDTH * 8 - TextWidth(name)) / 2, 1);
}

static KEEP void PrintPlayer(void) {
    PrintAtOnce(sSaveStatsWindowId, gTextSaveName, 2, 16);
    StringCopy(BeginValue(COLOR_VALUE), gSaveBlock2Ptr->playerName);
    PrintAtOnce(sSaveStatsWindowId, gStringVar4, VALUE_X, 16);
}

static KEEP void PrintTime(void) {
    u32 minutes = gSaveBlock2Ptr->playTimeMinutes;
    u8 *dst;
    PrintAtOnce(sSaveStatsWindowId, gTextSaveTime, 2, 31);
    dst = IntToString(BeginValue(COLOR_VALUE), gSaveBlock2Ptr->playTimeHours, 0);
    *dst++ = CHAR_COLON;
    *dst++ = CHAR_ZERO + minutes / 10;
    *dst++ = CHAR_ZERO + minutes % 10;
    *dst = EOS;
    PrintAtOnce(sSaveStatsWindowId, gStringVar4, VALUE_X, 31);
}

KEEP void OpenSaveDialog(void) {
    sSaveStatsWindowId = AddWindow(1, 1, STATS_WIDTH, 6, STATS_BASE_BLOCK);
    ShowWindow(sSaveStatsWindowId, FRAME_MENU);
    sSaveDialogLine = LINE_PLACE;
}

KEEP bool32 DrawSaveDialog(const u8 *message) {
    switch (sSaveDialogLine++) {
    case LINE_PLACE: PrintPlace(); return FALSE;
    case LINE_PLAYER: PrintPlayer(); return FALSE;
    case LINE_TIME: PrintTime(); return FALSE;
    default:
        FillWindow(0, 1);
        StringExpand(gStringVar4, message);
        PrintAtOnce(0, gStringVar4, 0, 1);
        return TRUE;
    }
}

void CloseSaveDialog(void) { RemoveWindow(sSaveStatsWindowId); }
