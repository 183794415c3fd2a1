#ifndef MAIN_H
#define MAIN_H
#include "types.h"

struct Main {
    Func callback1, callback2, savedCallback;
    Func vblankCallback, hblankCallback, vcountCallback, serialCallback;
    u16 intrCheck;
    u32 *vblankCounter1;
    u32 vblankCounter2;
    u16 heldKeysRaw, newKeysRaw, heldKeys, newKeys, newAndRepeatedKeys, keyRepeatCounter;
    u16 watchedKeysPressed, watchedKeysMask;
    u16 oamBuffer[128 * 4];
    u8 state;
    u8 oamLoadDisabled : 1, inBattle : 1;
};
SIZE_IS(struct Main, 0x43C);
AT(struct Main, vblankCounter1, 0x20);
AT(struct Main, heldKeysRaw, 0x28);
AT(struct Main, oamBuffer, 0x38);
AT(struct Main, state, 0x438);

extern struct Main gMain;
extern u32 gRngValue;
extern u16 gKeyRepeatStartDelay, gKeyRepeatContinueDelay;

#define JOY_NEW(keys) (gMain.newKeys & (keys))
#define JOY_HELD(keys) (gMain.heldKeys & (keys))
#define JOY_REPT(keys) (gMain.newAndRepeatedKeys & (keys))

void SetMainCallback1(Func callback);
void SetMainCallback2(Func callback);
void WaitForVBlank(void);
u16 Random(void);
void MemFill(void *dst, u8 value, u32 size);
void MemCopy(void *dst, const void *src, u32 size);
void VBlankIntr(void);

#endif
