/* Screens other than the field, and the menus on top of it. */
#ifndef SCREENS_H
#define SCREENS_H
#include "types.h"

void CB2_InitTitleScreen(void);
void CB2_NewGameScene(void);

/* menu.c */
struct Menu {
    u8 left, top;
    s8 cursorPos, minCursorPos, maxCursorPos;
    u8 windowId, fontId, optionWidth, optionHeight, columns, rows, APressMuted;
};
SIZE_IS(struct Menu, 0xC);
extern struct Menu sMenu;
/* An entry of a menu's table; the function is what the engine keeps there, unused here. */
struct MenuAction {
    const u8 *text;
    Func func;
};
struct MultichoiceList {
    const struct MenuAction *list;
    u8 count;
};
SIZE_IS(struct MultichoiceList, 8);
#define MENU_NOTHING_CHOSEN (-2)
#define MENU_B_PRESSED (-1)
void InitMenu(u32 windowId, u32 left, u32 top, u32 optionHeight, u32 count, s32 cursor);
s32 MenuProcessInput(bool32 wrap);
s32 MenuMoveCursor(s32 delta);
void ShowYesNoMenu(u32 left, u32 top);
void ShowMultichoice(u32 left, u32 top, u32 list, bool32 ignoreB);

/* start_menu.c */
void ShowStartMenu(void);

/* save_dialog.c */
void OpenSaveDialog(void);
/* A line a frame; TRUE when all of them are there. */
bool32 DrawSaveDialog(const u8 *message);
void CloseSaveDialog(void);

/* party_menu.c, bag_menu.c */
void CB2_InitPartyMenu(void);
void CB2_InitBagMenu(void);

/* backdrop.c */
void ShowMenuBackdrop(void);

#endif
