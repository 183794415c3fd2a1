/* Title screen and the short introduction before the first map. */
#include "art.h"
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "sound.h"
#include "text.h"

static u16 EWRAM(sTitleTimer) sTitleTimer;
static u8 EWRAM(sPromptWindow) sPromptWindow;
extern const u8 gTextPressStart[], gTextIntro[];

static void ShowPicture(const void *tiles, const u16 *map, const u16 *palette) {
    LZ77UnCompVram(tiles, CHAR_BASE(0));
    LZ77UnCompVram(map, SCREEN_BASE(27));
    LoadPalette(palette, 0, 16 * 8);
}

static KEEP void CB2_TitleScreenRun(void) {
    sTitleTimer++;
    gBgScroll[3][0] = 0;
    if ((sTitleTimer & 31) == 0) {
        if (sTitleTimer & 32)
            HideWindow(sPromptWindow);
        else
            ShowWindow(sPromptWindow, FRAME_NONE);
    }
    UpdatePaletteFade();
    if (gMain.state == 0) {
        if (!PaletteFadeActive() && JOY_NEW(A_BUTTON | START_BUTTON)) {
            PlaySE(SE_SELECT);
            BeginFade(TRUE, 0x7FFF, 2);
            gMain.state = 1;
        }
    } else if (!PaletteFadeActive()) {
        SetMainCallback2(CB2_NewGameScene);
    }
}

KEEP void CB2_InitTitleScreen(void) {
    ResetGfx();
    InitBgs(FALSE);
    ShowPicture(gArtTitleTiles, gArtTitleMap, gArtTitlePalette);
    sPromptWindow = AddWindow(8, 16, 14, 2, 160);
    FillWindow(sPromptWindow, 0);
    sTempTextPrinter.bgColor = 0;
    PrintAtOnce(sPromptWindow, gTextPressStart, (112 - TextWidth(gTextPressStart)) / 2, 1);
    ShowWindow(sPromptWindow, FRAME_NONE);
    BeginFade(FALSE, 0, 1);
    sTitleTimer = 0;
    SetMainCallback2(CB2_TitleScreenRun);
}

/* The introduction: a picture, three boxes, and off to bed. */
static KEEP void CB2_NewGameSceneRun(void) {
    RunTextPrinters();
    AnimateSprites();
    BuildOamBuffer();
    UpdatePaletteFade();
    if (PaletteFadeActive()) return;
    switch (gMain.state) {
    case 0:
        StringExpand(gStringVar4, gTextIntro);
        gTextFlags |= TEXT_CAN_SPEED_UP;
        FillWindow(0, 1);
        ShowWindow(0, FRAME_DIALOG);
        PrintText(0, gStringVar4, 0, 1, GetPlayerTextSpeedDelay());
        gMain.state = 1;
        break;
    case 1:
        if (IsTextPrinterActive(0)) return;
        BeginFade(TRUE, 0, 2);
        gMain.state = 2;
        break;
    default: SetMainCallback2(CB2_NewGame);
    }
}

KEEP void CB2_NewGameScene(void) {
    ResetGfx();
    gSaveBlock2Ptr->optionsTextSpeed = 1;
    InitBgs(FALSE);
    ShowPicture(gArtIntroTiles, gArtIntroMap, gArtIntroPalette);
    BeginFade(FALSE, 0, 2);
    SetMainCallback2(CB2_NewGameSceneRun);
}
