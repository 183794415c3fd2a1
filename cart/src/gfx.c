/* Background set-up and the work of the vertical blank. */
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "text.h"

u16 EWRAM(gBgScroll) gBgScroll[4][2];
u16 EWRAM(gDispCnt) gDispCnt;

void VBlankCB_Common(void) {
    REG_DISPCNT = gDispCnt;
    for (u32 i = 0; i < 4; i++) {
        REG_BGHOFS(i) = gBgScroll[i][0];
        REG_BGVOFS(i) = gBgScroll[i][1];
    }
    TransferPlttBuffer();
    TransferSprites();
    TransferWindows();
}

/* BG0 is 256x512 at screen blocks 28-29, the field's layers are 30 (top), 31 (middle), 27 (bottom). */
void InitBgs(bool32 field) {
    REG_BGCNT(0) = 0 | 2 << 2 | 28 << 8 | 2 << 14;
    REG_BGCNT(1) = 1 | 0 << 2 | 30 << 8;
    REG_BGCNT(2) = 2 | 0 << 2 | 31 << 8;
    REG_BGCNT(3) = 3 | 0 << 2 | 27 << 8;
    MemFill(gBgScroll, 0, sizeof(gBgScroll));
    gDispCnt = DISPCNT_OBJ_1D | DISPCNT_OBJ | DISPCNT_BG(0) | DISPCNT_BG(3);
    if (field) gDispCnt |= DISPCNT_BG(1) | DISPCNT_BG(2);
}

void ResetGfx(void) {
    gMain.vblankCallback = NULL;
    ResetTasks();
    ResetSprites();
    ResetPaletteFade();
    ResetWindows();
    ResetTextPrinters();
    DmaFill16(0, CHAR_BASE(0), 0x10000);
    InitMessageWindow();
    MemFill(gPlttBufferUnfaded, 0, sizeof(gPlttBufferUnfaded));
    BlackOut();
    LoadUiGraphics();
    gMain.vblankCallback = VBlankCB_Common;
}
