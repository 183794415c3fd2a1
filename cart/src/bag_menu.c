/* The bag screen: three pockets, each a scrolling list. */
#include "field.h"
#include "gfx.h"
#include "heap.h"
#include "hw.h"
#include "list_menu.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "sound.h"
#include "text.h"

#define ITEMS_SHOWN 6
#define MAX_ENTRIES 43
#define LABEL_SIZE 24

struct BagMenuState {
    Func callback;
    u8 location, open;
    u16 pocket;
    u16 itemsAbove[3], cursorPos[3];
};
SIZE_IS(struct BagMenuState, 0x14);
AT(struct BagMenuState, itemsAbove, 8);
AT(struct BagMenuState, cursorPos, 0xE);
struct BagMenuDisplay {
    Func exitCallback;
    u8 windows[3], spare[3];
    u8 itemCount[3], shown[3];
    u8 listTask, messageShown;
    struct ListMenuItem items[MAX_ENTRIES];
    u8 labels[MAX_ENTRIES][LABEL_SIZE];
};
AT(struct BagMenuDisplay, itemCount, 0xA);
AT(struct BagMenuDisplay, shown, 0xD);

struct BagMenuState EWRAM(gBagMenuState) gBagMenuState;
EWRAM(sBagMenuDisplay) struct BagMenuDisplay *sBagMenuDisplay;
extern const u8 *const gBagPocketNames[];
extern const u8 gTextBagClose[], gTextBagCloseHelp[], gTextBagNotNow[];

static void Describe(void) {
    const struct ListMenu *list = GetListMenu(sBagMenuDisplay->listTask);
    s32 id = list->items[list->cursorPos + list->itemsAbove].id;
    const u8 *text = gTextBagCloseHelp;
    if (id >= 0) text = gItems[gBagPockets[gBagMenuState.pocket].itemSlots[id].itemId].description;
    FillWindow(0, 1);
    PrintAtOnce(0, text, 0, 1);
}

static void FillItems(void) {
    const struct BagPocket *pocket = &gBagPockets[gBagMenuState.pocket];
    struct BagMenuDisplay *display = sBagMenuDisplay;
    u32 n = 0;
    for (; n < pocket->capacity && n < MAX_ENTRIES - 1 && pocket->itemSlots[n].itemId; n++) {
        u8 *end = StringCopy(display->labels[n], gItems[pocket->itemSlots[n].itemId].name);
        *end++ = 0x00;
        *end++ = 0xB9;
        IntToString(end, BagItemQuantity(&pocket->itemSlots[n]), 0);
        display->items[n].label = display->labels[n];
        display->items[n].id = n;
    }
    display->items[n].label = gTextBagClose;
    display->items[n].id = LIST_CANCEL;
    display->itemCount[gBagMenuState.pocket] = n + 1;
    display->shown[gBagMenuState.pocket] = n + 1 < ITEMS_SHOWN ? n + 1 : ITEMS_SHOWN;
}

static void OpenPocket(void) {
    u32 pocket = gBagMenuState.pocket, window = sBagMenuDisplay->windows[0];
    FillItems();
    FillWindow(window, 1);
    PrintAtOnce(window, gBagPocketNames[pocket],
                (80 - TextWidth(gBagPocketNames[pocket])) / 2, 2);
    sBagMenuDisplay->listTask = ListMenuInit(
        sBagMenuDisplay->windows[1], sBagMenuDisplay->items, sBagMenuDisplay->itemCount[pocket],
        ITEMS_SHOWN, gBagMenuState.cursorPos[pocket], gBagMenuState.itemsAbove[pocket]);
    Describe();
}

static void KeepPosition(void) {
    const struct ListMenu *list = GetListMenu(sBagMenuDisplay->listTask);
    gBagMenuState.cursorPos[gBagMenuState.pocket] = list->cursorPos;
    gBagMenuState.itemsAbove[gBagMenuState.pocket] = list->itemsAbove;
}

static KEEP void Task_CloseBagMenu(u8 taskId) {
    if (PaletteFadeActive()) return;
    DestroyTask(taskId);
    gBagMenuState.open = FALSE;
    SetMainCallback2(gBagMenuState.callback);
}

static void Close(u8 taskId) {
    KeepPosition();
    BeginFade(TRUE, 0, 2);
    gTasks[taskId].func = Task_CloseBagMenu;
}

static void Choose(u8 taskId, s32 id) {
    if (id == LIST_CANCEL) {
        Close(taskId);
        return;
    }
    gSpecialVar_ItemId = gBagPockets[gBagMenuState.pocket].itemSlots[id].itemId;
    FillWindow(0, 1);
    PrintAtOnce(0, gTextBagNotNow, 0, 1);
    sBagMenuDisplay->messageShown = TRUE;
}

static void ChangePocket(s32 delta) {
    KeepPosition();
    DestroyTask(sBagMenuDisplay->listTask);
    gBagMenuState.pocket = (gBagMenuState.pocket + 3 + delta) % 3;
    PlaySE(SE_SELECT);
    OpenPocket();
}

static KEEP void Task_BagMenu_HandleInput(u8 taskId) {
    s32 input;
    if (PaletteFadeActive()) return;
    if (sBagMenuDisplay->messageShown) {
        if (!JOY_NEW(A_BUTTON | B_BUTTON)) return;
        sBagMenuDisplay->messageShown = FALSE;
        Describe();
        return;
    }
    if (JOY_NEW(DPAD_LEFT | DPAD_RIGHT)) {
        ChangePocket(JOY_NEW(DPAD_RIGHT) ? 1 : -1);
        return;
    }
    input = ListMenuProcessInput(sBagMenuDisplay->listTask);
    if (input != LIST_NOTHING_CHOSEN) Choose(taskId, input);
    else if (JOY_REPT(DPAD_UP | DPAD_DOWN)) Describe();
}

static KEEP void CB2_BagMenuRun(void) {
    RunTasks();
    AnimateSprites();
    BuildOamBuffer();
    UpdatePaletteFade();
}

KEEP void CB2_InitBagMenu(void) {
    switch (gMain.state++) {
    case 0:
        ResetGfx();
        HeapReset();
        sBagMenuDisplay = HeapAlloc(sizeof(struct BagMenuDisplay));
        gBagMenuState.callback = CB2_ReturnToField;
        gBagMenuState.location = 0;
        gBagMenuState.open = TRUE;
        break;
    case 1:
        InitBgs(FALSE);
        ShowMenuBackdrop();
        sBagMenuDisplay->windows[0] = AddWindow(1, 1, 10, 2, 160);
        sBagMenuDisplay->windows[1] = AddWindow(13, 1, 16, 12, 190);
        ShowWindow(sBagMenuDisplay->windows[0], FRAME_MENU);
        ShowWindow(sBagMenuDisplay->windows[1], FRAME_MENU);
        ShowWindow(0, FRAME_DIALOG);
        break;
    case 2:
        CreateTask(Task_BagMenu_HandleInput, 0);
        OpenPocket();
        BeginFade(FALSE, 0, 2);
        break;
    default: SetMainCallback2(CB2_BagMenuRun);
    }
}
