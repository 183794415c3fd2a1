/* The start menu over the field. */
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "sound.h"
#include "text.h"

enum { ITEM_POKEDEX, ITEM_POKEMON, ITEM_BAG, ITEM_PLAYER, ITEM_SAVE, ITEM_OPTION, ITEM_EXIT };
#define START_BASE_BLOCK 160
#define OPEN_FRAMES 11
/* In gStartMenuHelp, behind what is said of each entry: the texts of those that only have one. */
#define HELP_TEXTS 7

static IWRAM(sStartMenuCallback) bool32 (*sStartMenuCallback)(void);
u8 EWRAM(sStartMenuCursorPos) sStartMenuCursorPos;
u8 EWRAM(sNumStartMenuItems) sNumStartMenuItems;
u8 EWRAM(sStartMenuOrder) sStartMenuOrder[9];
static u8 EWRAM(sStartMenuWindowId) sStartMenuWindowId;
extern const struct MenuAction sStartMenuActionTable[];
extern const u8 *const gStartMenuHelp[];

static void CloseWindows(void) {
    RemoveWindow(sStartMenuWindowId);
    HideWindow(0);
    sStartMenuWindowId = WINDOW_NONE;
}

static bool32 CloseMenu(void) {
    CloseWindows();
    UnfreezeObjectEvents();
    UnlockPlayerFieldControls();
    return TRUE;
}

static void ShowHelp(void) {
    FillWindow(0, 1);
    PrintAtOnce(0, gStartMenuHelp[sStartMenuOrder[sStartMenuCursorPos]], 0, 1);
}

static KEEP bool32 StartCB_WaitForFade(void) {
    if (PaletteFadeActive()) return FALSE;
    CloseWindows();
    SetMainCallback1(NULL);
    SetMainCallback2(sStartMenuOrder[sStartMenuCursorPos] == ITEM_BAG ? CB2_InitBagMenu
                                                                      : CB2_InitPartyMenu);
    return TRUE;
}

/* Entries that only have a text to say. */
static KEEP bool32 StartCB_ShowText(void) {
    if (!JOY_NEW(A_BUTTON | B_BUTTON)) return FALSE;
    return CloseMenu();
}

static KEEP bool32 StartCB_CloseSaveDialog(void) {
    if (!JOY_NEW(A_BUTTON | B_BUTTON)) return FALSE;
    CloseSaveDialog();
    return CloseMenu();
}

static KEEP bool32 StartCB_SaveDialog(void) {
    if (DrawSaveDialog(gStartMenuHelp[HELP_TEXTS + ITEM_SAVE]))
        sStartMenuCallback = StartCB_CloseSaveDialog;
    return FALSE;
}

static bool32 Choose(void) {
    switch (sStartMenuOrder[sStartMenuCursorPos]) {
    case ITEM_EXIT: return CloseMenu();
    case ITEM_POKEMON:
    case ITEM_BAG:
        BeginFade(TRUE, 0, 2);
        sStartMenuCallback = StartCB_WaitForFade;
        return FALSE;
    case ITEM_SAVE:
        OpenSaveDialog();
        sStartMenuCallback = StartCB_SaveDialog;
        return FALSE;
    default:
        FillWindow(0, 1);
        StringExpand(gStringVar4, gStartMenuHelp[HELP_TEXTS + sStartMenuOrder[sStartMenuCursorPos]]);
        PrintAtOnce(0, gStringVar4, 0, 1);
        sStartMenuCallback = StartCB_ShowText;
        return FALSE;
    }
}

static KEEP bool32 StartCB_HandleInput(void) {
    if (JOY_NEW(DPAD_UP) || JOY_NEW(DPAD_DOWN)) {
        sStartMenuCursorPos = MenuMoveCursor(JOY_NEW(DPAD_UP) ? -1 : 1);
        ShowHelp();
    }
    if (JOY_NEW(A_BUTTON)) {
        PlaySE(SE_SELECT);
        return Choose();
    }
    if (JOY_NEW(B_BUTTON | START_BUTTON)) {
        PlaySE(SE_SELECT);
        return CloseMenu();
    }
    return FALSE;
}

static void DrawMenu(void) {
    u32 window = AddWindow(22, 1, 7, sNumStartMenuItems * 2, START_BASE_BLOCK);
    sStartMenuWindowId = window;
    for (u32 i = 0; i < sNumStartMenuItems; i++) {
        const u8 *label = sStartMenuActionTable[sStartMenuOrder[i]].text;
        if (sStartMenuOrder[i] == ITEM_PLAYER) label = gSaveBlock2Ptr->playerName;
        PrintAtOnce(window, label, 8, 1 + 15 * i);
    }
    InitMenu(window, 0, 1, 15, sNumStartMenuItems, sStartMenuCursorPos);
    ShowWindow(window, FRAME_MENU);
    ShowHelp();
    ShowWindow(0, FRAME_DIALOG);
}

static KEEP void Task_StartMenuHandleInput(u8 taskId) {
    s16 *state = &gTasks[taskId].data[0];
    if (*state == 0) {
        sStartMenuCallback = StartCB_HandleInput;
        *state = 1;
    } else if (sStartMenuCallback()) {
        DestroyTask(taskId);
    }
}

/* The menu builds up before it takes keys. */
static KEEP void task50_startmenu(u8 taskId) {
    s16 *timer = &gTasks[taskId].data[0];
    if (++*timer == 6) DrawMenu();
    if (*timer < OPEN_FRAMES) return;
    DestroyTask(taskId);
    CreateTask(Task_StartMenuHandleInput, 80);
}

static void Append(u32 item) { sStartMenuOrder[sNumStartMenuItems++] = item; }

KEEP void ShowStartMenu(void) {
    LockPlayerFieldControls();
    FreezeObjectEvents();
    PlayerFreeze();
    PlaySE(SE_SELECT);
    sNumStartMenuItems = 0;
    if (FlagGet(FLAG_SYS_HAS_PARTY)) Append(ITEM_POKEMON);
    Append(ITEM_BAG);
    Append(ITEM_PLAYER);
    Append(ITEM_SAVE);
    Append(ITEM_OPTION);
    Append(ITEM_EXIT);
    if (sStartMenuCursorPos >= sNumStartMenuItems) sStartMenuCursorPos = 0;
    sStartMenuCallback = NULL;
    CreateTask(task50_startmenu, 80);
}
