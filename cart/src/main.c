/* The loop that everything hangs from: read keys, callback1, callback2, wait for the screen. */
#include "main.h"
#include "decoy.h"
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "save.h"
#include "screens.h"
#include "sound.h"

struct Main IWRAM(gMain) gMain;
u32 IWRAM(gRngValue) gRngValue;
u16 IWRAM(gKeyRepeatStartDelay) gKeyRepeatStartDelay;
u16 IWRAM(gKeyRepeatContinueDelay) gKeyRepeatContinueDelay;

void SetMainCallback1(Func callback) { gMain.callback1 = callback; }

void SetMainCallback2(Func callback) {
    gMain.callback2 = callback;
    gMain.state = 0;
}

KEEP u16 Random(void) {
    gRngValue = gRngValue * 0x41C64E6D + 0x6073;
    return gRngValue >> 16;
}

static KEEP void ReadKeys(void) {
    u16 keys = REG_KEYINPUT ^ KEYS_MASK;
    gMain.newKeysRaw = keys & ~gMain.heldKeysRaw;
    gMain.newKeys = gMain.newKeysRaw;
    gMain.newAndRepeatedKeys = gMain.newKeysRaw;
    if (keys != 0 && gMain.heldKeys == keys) {
        if (--gMain.keyRepeatCounter == 0) {
            gMain.newAndRepeatedKeys = keys;
            gMain.keyRepeatCounter = gKeyRepeatContinueDelay;
        }
    } else {
        gMain.keyRepeatCounter = gKeyRepeatStartDelay;
    }
    gMain.heldKeysRaw = keys;
    gMain.heldKeys = keys;
    if (gSaveBlock2Ptr->optionsButtonMode == 2) {
        if (JOY_NEW(L_BUTTON)) gMain.newKeys |= A_BUTTON;
        if (JOY_HELD(L_BUTTON)) gMain.heldKeys |= A_BUTTON;
    }
    if (JOY_NEW(gMain.watchedKeysMask)) gMain.watchedKeysPressed = TRUE;
}

KEEP void VBlankIntr(void) {
    INTR_CHECK_BIOS |= 1;
    gMain.intrCheck |= 1;
    gMain.vblankCounter2++;
    if (gMain.vblankCallback) gMain.vblankCallback();
    Random();
}

KEEP void WaitForVBlank(void) {
    gMain.intrCheck &= ~1;
    while (!(*(volatile u16 *)&gMain.intrCheck & 1)) Halt();
}

static void InitHardware(void) {
    REG_WAITCNT = 0x4317;
    DmaFill32(0, (void *)0x02000000, 0x40000);
    REG_DISPCNT = 0x80;
    DmaFill16(0, VRAM, 0x18000);
    DmaFill16(0, (void *)BG_PLTT, 0x400);
    REG_DISPSTAT = 0x0008;
    REG_IE = 1;
    REG_IME = 1;
}

KEEP void AgbMain(void) {
    InitHardware();
    gRngValue = 0;
    gKeyRepeatStartDelay = 40;
    gKeyRepeatContinueDelay = 5;
    SetSaveBlocksPointers(0);
    ResetGfx();
    SoundInit();
    SetMainCallback2(CB2_InitTitleScreen);
    for (;;) {
        ReadKeys();
        DecoyUpdate();
        if (gMain.callback1) gMain.callback1();
        if (gMain.callback2) gMain.callback2();
        PlayTimeCounter_Update();
        SoundUpdate();
#if DECOY_LEVEL >= 3
        DecoyFrameDone();
#endif
        WaitForVBlank();
    }
}

/* The vertical blank uses the same channel: no interrupt between the three registers. */
void DmaCopy16(const void *src, void *dst, u32 bytes) {
    u16 ime = REG_IME;
    REG_IME = 0;
    REG_DMA3SAD = (u32)src;
    REG_DMA3DAD = (u32)dst;
    REG_DMA3CNT = 0x80000000 | (bytes >> 1);
    REG_IME = ime;
}

void DmaCopy16Backwards(const void *src, void *dst, u32 bytes) {
    u16 ime = REG_IME;
    REG_IME = 0;
    REG_DMA3SAD = (u32)src + bytes - 2;
    REG_DMA3DAD = (u32)dst + bytes - 2;
    REG_DMA3CNT = 0x80A00000 | (bytes >> 1);
    REG_IME = ime;
}

void DmaFill16(u16 value, void *dst, u32 bytes) {
    volatile u16 source = value;
    u16 ime = REG_IME;
    REG_IME = 0;
    REG_DMA3SAD = (u32)&source;
    REG_DMA3DAD = (u32)dst;
    REG_DMA3CNT = 0x81000000 | (bytes >> 1);
    REG_IME = ime;
}

void DmaFill32(u32 value, void *dst, u32 bytes) {
    volatile u32 source = value;
    u16 ime = REG_IME;
    REG_IME = 0;
    REG_DMA3SAD = (u32)&source;
    REG_DMA3DAD = (u32)dst;
    REG_DMA3CNT = 0x85000000 | (bytes >> 2);
    REG_IME = ime;
}

void MemFill(void *dst, u8 value, u32 size) {
    volatile u8 *p = dst;
    if (size >= 16 && (((u32)dst | size) & 1) == 0) {
        DmaFill16(value * 0x101, dst, size);
        return;
    }
    while (size--) *p++ = value;
}

void MemCopy(void *dst, const void *src, u32 size) {
    volatile u8 *d = dst;
    const u8 *s = src;
    /* A DMA of length 0 would copy 64 KiB. */
    if (size == 0) return;
    if ((((u32)d | (u32)s | size) & 1) == 0) {
        DmaCopy16(src, dst, size);
        return;
    }
    while (size--) *d++ = *s++;
}

/* The compiler turns plain loops and struct copies into calls of these. */
void *memcpy(void *dst, const void *src, u32 size);
void *memset(void *dst, int value, u32 size);
void __aeabi_memcpy(void *dst, const void *src, u32 size);
void __aeabi_memset(void *dst, u32 size, int value);
void __aeabi_memclr(void *dst, u32 size);
void *memcpy(void *dst, const void *src, u32 size) {
    volatile u8 *d = dst;
    const u8 *s = src;
    while (size--) *d++ = *s++;
    return dst;
}
void *memset(void *dst, int value, u32 size) {
    MemFill(dst, value, size);
    return dst;
}
void __aeabi_memcpy(void *dst, const void *src, u32 size) { memcpy(dst, src, size); }
void __aeabi_memcpy4(void *dst, const void *src, u32 size) __attribute__((alias("__aeabi_memcpy")));
void __aeabi_memcpy8(void *dst, const void *src, u32 size) __attribute__((alias("__aeabi_memcpy")));
void __aeabi_memmove(void *dst, const void *src, u32 size) __attribute__((alias("__aeabi_memcpy")));
void __aeabi_memmove4(void *dst, const void *src, u32 size) __attribute__((alias("__aeabi_memcpy")));
void __aeabi_memset(void *dst, u32 size, int value) { MemFill(dst, value, size); }
void __aeabi_memset4(void *dst, u32 size, int value) __attribute__((alias("__aeabi_memset")));
void __aeabi_memclr(void *dst, u32 size) { MemFill(dst, 0, size); }
void __aeabi_memclr4(void *dst, u32 size) __attribute__((alias("__aeabi_memclr")));
void __aeabi_memclr8(void *dst, u32 size) __attribute__((alias("__aeabi_memclr")));
