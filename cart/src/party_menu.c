/* The party screen: six slots, and a list of things to do with the one that is chosen. */
#include "field.h"
#include "gfx.h"
#include "heap.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "sound.h"
#include "text.h"

#define SLOT_CANCEL 7
#define ACTIONS_BASE_BLOCK 560
#define GLYPH_LV 0x34
enum { ACTION_SWITCH, ACTION_CANCEL };

struct PartyMenu {
    Func exitCallback;
    void (*task)(u8);
    u8 menuType : 4, layout : 2, chooseMonsBattle : 2;
    s8 slotId, slotId2;
    u8 action;
    u16 bagItem;
    s16 data[2];
    u8 learnMoveState, padding;
};
SIZE_IS(struct PartyMenu, 0x14);
struct PartyMenuInternal {
    void (*task)(u8);
    Func exitCallback;
    u8 spriteIds[7];
    u8 actions[8];
    u8 actionCount, windowId[3];
};
AT(struct PartyMenuInternal, actions, 0xF);
AT(struct PartyMenuInternal, actionCount, 0x17);
struct PartyMenuBox {
    const void *info;
    const u8 *spriteCoords;
    u8 windowId, monSpriteId, itemSpriteId, pokeballSpriteId, statusSpriteId;
};

struct PartyMenu EWRAM(gPartyMenu) gPartyMenu;
EWRAM(sPartyMenuInternal) struct PartyMenuInternal *sPartyMenuInternal;
EWRAM(sPartyMenuBoxes) struct PartyMenuBox *sPartyMenuBoxes;
extern const u8 *const gPartyActionLabels[];
extern const u8 gTextPartyChoose[], gTextPartyWhat[], gTextPartyWhere[], gTextPartyCancel[];

static KEEP void Task_HandleChooseMonInput(u8 taskId);

static void Say(const u8 *text) {
    FillWindow(0, 1);
    PrintAtOnce(0, text, 0, 1);
    ShowWindow(0, FRAME_DIALOG);
}

static void DrawBox(u32 slot) {
    u32 window = sPartyMenuBoxes[slot].windowId;
    const struct Pokemon *mon = &gPlayerParty[slot];
    u8 text[24], *end;
    bool32 chosen = gPartyMenu.slotId == (s32)slot;
    FillWindow(window, 1);
    FillWindowRect(window, chosen ? 4 : 3, 0, 0, 104, 1);
    FillWindowRect(window, chosen ? 4 : 3, 0, 23, 104, 1);
    if (slot < gPlayerPartyCount) {
        u32 bar = mon->maxHP ? mon->hp * 48 / mon->maxHP : 0;
        u32 i = 0;
        for (; i < 10 && mon->box.nickname[i] != EOS; i++) text[i] = mon->box.nickname[i];
        text[i] = EOS;
        PrintAtOnce(window, text, 10, 0);
        text[0] = GLYPH_LV;
        IntToString(text + 1, mon->level, 0);
        PrintAtOnce(window, text, 80, 0);
        end = IntToString(text, mon->hp, 3);
        *end++ = 0xBA;
        IntToString(end, mon->maxHP, 3);
        PrintAtOnce(window, text, 60, 11);
        FillWindowRect(window, 2, 7, 15, 50, 5);
        FillWindowRect(window, 3, 8, 16, 48, 3);
        FillWindowRect(window, bar > 24 ? 12 : bar > 10 ? 13 : 4, 8, 16, bar, 3);
    }
    if (chosen) DrawGlyph(window, 0xEF, 2, 0, 4, 3);
    CopyWindowToVram(window);
}

static void DrawCancel(void) {
    u32 window = sPartyMenuInternal->windowId[0];
    FillWindow(window, 1);
    PrintAtOnce(window, gTextPartyCancel, 10, 1);
    if (gPartyMenu.slotId == SLOT_CANCEL) DrawGlyph(window, 0xEF, 2, 1, 4, 3);
    CopyWindowToVram(window);
}

static void Select(s32 slot) {
    s32 old = gPartyMenu.slotId;
    gPartyMenu.slotId = slot;
    PlaySE(SE_SELECT);
    if (old < 6) DrawBox(old);
    if (slot < 6) DrawBox(slot);
    DrawCancel();
}

static void MoveSlot(s32 delta) {
    s32 slot = gPartyMenu.slotId, last = gPlayerPartyCount - 1;
    if (delta > 0)
        slot = slot == SLOT_CANCEL ? 0 : slot == last ? SLOT_CANCEL : slot + 1;
    else
        slot = slot == SLOT_CANCEL ? last : slot == 0 ? SLOT_CANCEL : slot - 1;
    Select(slot);
}

static KEEP void Task_ClosePartyMenu(u8 taskId) {
    if (PaletteFadeActive()) return;
    DestroyTask(taskId);
    SetMainCallback2(gPartyMenu.exitCallback);
}

static void Close(u8 taskId) {
    BeginFade(TRUE, 0, 2);
    gTasks[taskId].func = Task_ClosePartyMenu;
}

static void SwitchSlots(u32 a, u32 b) {
    struct Pokemon kept = gPlayerParty[a];
    gPlayerParty[a] = gPlayerParty[b];
    gPlayerParty[b] = kept;
    DrawBox(a);
    DrawBox(b);
}

static KEEP void Task_HandleSelectionMenuInput(u8 taskId) {
    s32 input = MenuProcessInput(TRUE);
    if (input == MENU_NOTHING_CHOSEN) return;
    RemoveWindow(sPartyMenuInternal->windowId[1]);
    gPartyMenu.action = 0;
    Say(gTextPartyChoose);
    if (input >= 0 && sPartyMenuInternal->actions[input] == ACTION_SWITCH) {
        gPartyMenu.action = 8;
        gPartyMenu.slotId2 = gPartyMenu.slotId;
        Say(gTextPartyWhere);
    }
    gTasks[taskId].func = Task_HandleChooseMonInput;
}

static void OpenActions(u8 taskId) {
    u32 window = AddWindow(21, 9, 8, 4, ACTIONS_BASE_BLOCK);
    sPartyMenuInternal->windowId[1] = window;
    sPartyMenuInternal->actions[0] = ACTION_SWITCH;
    sPartyMenuInternal->actions[1] = ACTION_CANCEL;
    sPartyMenuInternal->actionCount = 2;
    for (u32 i = 0; i < 2; i++) PrintAtOnce(window, gPartyActionLabels[i], 10, 2 + 15 * i);
    InitMenu(window, 0, 2, 15, 2, 0);
    ShowWindow(window, FRAME_MENU);
    Say(gTextPartyWhat);
    gTasks[taskId].func = Task_HandleSelectionMenuInput;
}

static KEEP void Task_HandleChooseMonInput(u8 taskId) {
    if (PaletteFadeActive()) return;
    if (JOY_REPT(DPAD_DOWN | DPAD_RIGHT)) MoveSlot(1);
    else if (JOY_REPT(DPAD_UP | DPAD_LEFT)) MoveSlot(-1);
    else if (JOY_NEW(B_BUTTON) || (JOY_NEW(A_BUTTON) && gPartyMenu.slotId == SLOT_CANCEL)) {
        if (!gPartyMenu.action) Close(taskId);
        gPartyMenu.action = 0;
        Say(gTextPartyChoose);
    } else if (JOY_NEW(A_BUTTON) && gPartyMenu.action) {
        SwitchSlots(gPartyMenu.slotId, gPartyMenu.slotId2);
        gPartyMenu.action = 0;
        Say(gTextPartyChoose);
    } else if (JOY_NEW(A_BUTTON)) {
        OpenActions(taskId);
    }
}

static KEEP void CB2_UpdatePartyMenu(void) {
    RunTasks();
    AnimateSprites();
    BuildOamBuffer();
    UpdatePaletteFade();
}

KEEP void CB2_InitPartyMenu(void) {
    switch (gMain.state++) {
    case 0:
        ResetGfx();
        HeapReset();
        sPartyMenuInternal = HeapAlloc(0x400);
        sPartyMenuBoxes = HeapAlloc(6 * sizeof(struct PartyMenuBox));
        gPartyMenu.exitCallback = CB2_ReturnToField;
        gPartyMenu.task = Task_HandleChooseMonInput;
        gPartyMenu.slotId = 0;
        gPartyMenu.action = 0;
        break;
    case 1:
        InitBgs(FALSE);
        ShowMenuBackdrop();
        for (u32 i = 0; i < 6; i++) {
            u32 window = AddWindow(i & 1 ? 16 : 1, 1 + i / 2 * 4, 13, 3, 160 + 40 * i);
            sPartyMenuBoxes[i].windowId = window;
            ShowWindow(window, FRAME_NONE);
            DrawBox(i);
        }
        break;
    case 2:
        sPartyMenuInternal->windowId[0] = AddWindow(22, 12, 7, 2, 410);
        ShowWindow(sPartyMenuInternal->windowId[0], FRAME_NONE);
        DrawCancel();
        Say(gTextPartyChoose);
        CreateTask(Task_HandleChooseMonInput, 0);
        BeginFade(FALSE, 0, 2);
        break;
    default: SetMainCallback2(CB2_UpdatePartyMenu);
    }
}
