#ifndef NAMING_H
#define NAMING_H
#include "types.h"

struct NamingScreenTemplate {
    u8 copyExistingString, maxChars, iconFunction, addGenderIcon, initialPage, unused[3];
    const u8 *title;
};

struct NamingScreen {
    u8 tilemapBuffers[3][0x800];
    u8 textBuffer[16];
    u8 tileBuffer[0x600];
    u8 state, windows[7];
    u16 inputCharBaseXPos, bg1vOffset, bg2vOffset, bg1Priority, bg2Priority;
    u8 currentPage, cursorSpriteId, swapBtnFrameSpriteId, keyRepeatStartDelayCopy;
    const struct NamingScreenTemplate *template_;
    u8 templateNum, unused[3];
    u8 *destBuffer;
    u16 monSpecies, monGender;
    u32 monPersonality;
    Func returnCallback;
};
SIZE_IS(struct NamingScreen, 0x1E40);
AT(struct NamingScreen, textBuffer, 0x1800);
AT(struct NamingScreen, state, 0x1E10);
AT(struct NamingScreen, currentPage, 0x1E22);
AT(struct NamingScreen, template_, 0x1E28);
AT(struct NamingScreen, destBuffer, 0x1E30);

enum { NAMING_PLAYER, NAMING_BOX, NAMING_CAUGHT, NAMING_NICKNAME, NAMING_RIVAL };
void DoNamingScreen(u32 kind, u8 *destination, Func returnCallback);
void NameTheRival(void);

#endif
