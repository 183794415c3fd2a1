/* The generic cursor menu, and the two that scripts use: yes/no and a list of choices. */
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "screens.h"
#include "script.h"
#include "sound.h"
#include "text.h"

#define GLYPH_CURSOR 0xEF
#define MENU_BASE_BLOCK 160

struct Menu EWRAM(sMenu) sMenu;
static u8 EWRAM(sYesNoWindowId) sYesNoWindowId;
extern const u8 gText_YesNo[];
extern const struct MultichoiceList sMultichoiceLists[];

static void DrawCursor(bool32 show) {
    u32 y = sMenu.top + sMenu.cursorPos * sMenu.optionHeight;
    FillWindowRect(sMenu.windowId, 1, sMenu.left, y, 8, sMenu.optionHeight);
    if (show) DrawGlyph(sMenu.windowId, GLYPH_CURSOR, sMenu.left, y, 2, 3);
    CopyWindowToVram(sMenu.windowId);
}

KEEP void InitMenu(u32 windowId, u32 left, u32 top, u32 optionHeight, u32 count, s32 cursor) {
    sMenu.left = left;
    sMenu.top = top;
    sMenu.windowId = windowId;
    sMenu.fontId = 2;
    sMenu.minCursorPos = 0;
    sMenu.maxCursorPos = count - 1;
    sMenu.optionWidth = 8;
    sMenu.optionHeight = optionHeight;
    sMenu.columns = 1;
    sMenu.rows = count;
    sMenu.APressMuted = 0;
    sMenu.cursorPos = cursor < 0 || cursor >= (s32)count ? 0 : cursor;
    DrawCursor(TRUE);
}

s32 MenuMoveCursor(s32 delta) {
    s32 to = sMenu.cursorPos + delta;
    DrawCursor(FALSE);
    if (to < sMenu.minCursorPos) to = sMenu.maxCursorPos;
    if (to > sMenu.maxCursorPos) to = sMenu.minCursorPos;
    sMenu.cursorPos = to;
    DrawCursor(TRUE);
    PlaySE(SE_SELECT);
    return to;
}

s32 MenuProcessInput(bool32 wrap) {
    if (JOY_NEW(A_BUTTON)) {
        PlaySE(SE_SELECT);
        return sMenu.cursorPos;
    }
    if (JOY_NEW(B_BUTTON)) return MENU_B_PRESSED;
    if (JOY_REPT(0x40) && (wrap || sMenu.cursorPos > sMenu.minCursorPos)) MenuMoveCursor(-1);
    else if (JOY_REPT(0x80) && (wrap || sMenu.cursorPos < sMenu.maxCursorPos)) MenuMoveCursor(1);
    return MENU_NOTHING_CHOSEN;
}

static void Finish(u8 taskId, u32 windowId, u32 result) {
    gSpecialVar_Result = result;
    RemoveWindow(windowId);
    DestroyTask(taskId);
    ScriptContext_Enable();
}

static KEEP void Task_YesNoMenu_HandleInput(u8 taskId) {
    s16 *delay = &gTasks[taskId].data[2];
    s32 input;
    if (*delay < 5) {
        (*delay)++;
        return;
    }
    input = MenuProcessInput(FALSE);
    if (input == MENU_NOTHING_CHOSEN) return;
    Finish(taskId, sYesNoWindowId, input == 0);
}

KEEP void ShowYesNoMenu(u32 left, u32 top) {
    u32 window = AddWindow(left + 1, top + 1, 6, 4, MENU_BASE_BLOCK);
    sYesNoWindowId = window;
    PrintAtOnce(window, gText_YesNo, 8, 2);
    InitMenu(window, 0, 2, 15, 2, 0);
    ShowWindow(window, FRAME_MENU);
    CreateTask(Task_YesNoMenu_HandleInput, 80);
}

static KEEP void Task_MultichoiceMenu_HandleInput(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    s32 input = MenuProcessInput(data[5]);
    if (input == MENU_NOTHING_CHOSEN) return;
    if (input == MENU_B_PRESSED) {
        if (data[4]) return;
        PlaySE(SE_SELECT);
        input = 127;
    }
    Finish(taskId, data[6], input);
}

KEEP void ShowMultichoice(u32 left, u32 top, u32 list, bool32 ignoreB) {
    const struct MultichoiceList *choice = &sMultichoiceLists[list];
    u32 width = 0, window, taskId;
    for (u32 i = 0; i < choice->count; i++)
        if (TextWidth(choice->list[i].text) > width) width = TextWidth(choice->list[i].text);
    window = AddWindow(left + 1, top + 1, (width + 16 + 7) / 8, choice->count * 2, MENU_BASE_BLOCK);
    for (u32 i = 0; i < choice->count; i++)
        PrintAtOnce(window, choice->list[i].text, 8, 2 + 15 * i);
    gSpecialVar_Result = 255;
    InitMenu(window, 0, 2, 15, choice->count, 0);
    ShowWindow(window, FRAME_MENU);
    taskId = CreateTask(Task_MultichoiceMenu_HandleInput, 80);
    gTasks[taskId].data[4] = ignoreB;
    gTasks[taskId].data[5] = choice->count > 3;
    gTasks[taskId].data[6] = window;
    gTasks[taskId].data[7] = list;
}
