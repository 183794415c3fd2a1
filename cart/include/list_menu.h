#ifndef LIST_MENU_H
#define LIST_MENU_H
#include "gfx.h"
#include "types.h"

struct ListMenuItem {
    const u8 *label;
    s32 id;
};
struct ListMenu {
    const struct ListMenuItem *items;
    void (*moveCursorFunc)(s32 item, u8 onInit, struct ListMenu *list);
    void (*itemPrintFunc)(u8 windowId, s32 item, u8 y);
    u16 totalItems, maxShowed;
    u8 windowId, headerX, itemX, cursorX;
    u8 upTextY : 4, cursorPal : 4;
    u8 fillValue : 4, cursorShadowPal : 4;
    u8 lettersSpacing : 3, itemVerticalPadding : 3, scrollMultiple : 2;
    u8 fontId : 6, cursorKind : 2;
    u16 cursorPos, itemsAbove;
    u8 unk, spare;
    u8 taskId, unk1F;
};
SIZE_IS(struct ListMenu, 0x20);
AT(struct ListMenu, totalItems, 0xC);
AT(struct ListMenu, windowId, 0x10);
AT(struct ListMenu, cursorPos, 0x18);
AT(struct ListMenu, itemsAbove, 0x1A);
AT(struct ListMenu, taskId, 0x1E);

#define LIST_NOTHING_CHOSEN (-1)
#define LIST_CANCEL (-2)
struct ListMenu *GetListMenu(u32 taskId);
u32 ListMenuInit(u32 windowId, const struct ListMenuItem *items, u32 total, u32 shown, u32 scroll,
                 u32 row);
s32 ListMenuProcessInput(u32 taskId);

#endif
