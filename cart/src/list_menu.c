/* A scrolling list that lives in the data of its task. */
#include "list_menu.h"
#include "hw.h"
#include "main.h"
#include "sound.h"
#include "text.h"

#define LINE 15
#define GLYPH_CURSOR 0xEF

static KEEP void ListMenuDummyTask(u8 taskId) { (void)taskId; }

struct ListMenu *GetListMenu(u32 taskId) { return (struct ListMenu *)gTasks[taskId].data; }

static void Draw(const struct ListMenu *list) {
    FillWindow(list->windowId, 1);
    for (u32 i = 0; i < list->maxShowed && list->cursorPos + i < list->totalItems; i++)
        PrintAtOnce(list->windowId, list->items[list->cursorPos + i].label, 10, 2 + LINE * i);
    DrawGlyph(list->windowId, GLYPH_CURSOR, 1, 2 + LINE * list->itemsAbove, 2, 3);
    CopyWindowToVram(list->windowId);
}

KEEP u32 ListMenuInit(u32 windowId, const struct ListMenuItem *items, u32 total, u32 shown, u32 scroll,
                      u32 row) {
    u32 taskId = CreateTask(ListMenuDummyTask, 0);
    struct ListMenu *list = GetListMenu(taskId);
    list->items = items;
    list->totalItems = total;
    list->maxShowed = shown < total ? shown : total;
    list->windowId = windowId;
    list->fontId = 2;
    list->cursorPos = scroll;
    list->itemsAbove = row;
    list->taskId = taskId;
    Draw(list);
    return taskId;
}

static void Move(struct ListMenu *list, s32 delta) {
    s32 chosen = list->cursorPos + list->itemsAbove + delta;
    if (chosen < 0 || chosen >= list->totalItems) return;
    if (delta > 0 && list->itemsAbove + 1 < list->maxShowed) list->itemsAbove++;
    else if (delta > 0) list->cursorPos++;
    else if (list->itemsAbove > 0) list->itemsAbove--;
    else list->cursorPos--;
    PlaySE(SE_SELECT);
    Draw(list);
}

KEEP s32 ListMenuProcessInput(u32 taskId) {
    struct ListMenu *list = GetListMenu(taskId);
    if (JOY_NEW(A_BUTTON)) return list->items[list->cursorPos + list->itemsAbove].id;
    if (JOY_NEW(B_BUTTON)) return LIST_CANCEL;
    if (JOY_REPT(DPAD_UP)) Move(list, -1);
    if (JOY_REPT(DPAD_DOWN)) Move(list, 1);
    return LIST_NOTHING_CHOSEN;
}
