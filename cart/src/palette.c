/* Palettes: an unfaded and a faded copy, and the fade between screens. */
#include "gfx.h"
#include "hw.h"
#include "main.h"

#define SOFT_FINISH_FRAMES 6

struct PaletteFade EWRAM(gPaletteFade) gPaletteFade;
u16 EWRAM(gPlttBufferUnfaded) gPlttBufferUnfaded[512];
u16 EWRAM(gPlttBufferFaded) gPlttBufferFaded[512];

static void BlendRange(u32 first, u32 count, u32 amount, u32 color) {
    s32 tr = color & 31, tg = color >> 5 & 31, tb = color >> 10 & 31;
    for (u32 i = first; i < first + count; i++) {
        s32 c = gPlttBufferUnfaded[i];
        s32 r = c & 31, g = c >> 5 & 31, b = c >> 10 & 31;
        r += (tr - r) * (s32)amount >> 4;
        g += (tg - g) * (s32)amount >> 4;
        b += (tb - b) * (s32)amount >> 4;
        gPlttBufferFaded[i] = r | g << 5 | b << 10;
    }
}

static void Blend(u32 amount, u32 color) { BlendRange(0, 512, amount, color); }

void ResetPaletteFade(void) { MemFill(&gPaletteFade, 0, sizeof(gPaletteFade)); }

void LoadPalette(const u16 *colors, u32 offset, u32 count) {
    for (u32 i = 0; i < count; i++) gPlttBufferUnfaded[offset + i] = colors[i];
    BlendRange(offset, count, gPaletteFade.y, gPaletteFade.blendColor);
}

/* step: how much of the 16 steps a fade does every second frame. */
KEEP void BeginFade(bool32 out, u32 color, u32 step) {
    gPaletteFade.y = out ? 0 : 16;
    gPaletteFade.targetY = out ? 16 : 0;
    gPaletteFade.blendColor = color;
    gPaletteFade.deltaY = step;
    gPaletteFade.fadeOut = out;
    gPaletteFade.delayCounter = 0;
    gPaletteFade.softFinish = 0;
    gPaletteFade.active = TRUE;
    Blend(gPaletteFade.y, color);
}

void BlackOut(void) {
    gPaletteFade.y = 16;
    gPaletteFade.blendColor = 0;
    Blend(16, 0);
}

KEEP void UpdatePaletteFade(void) {
    s32 y = gPaletteFade.y, target = gPaletteFade.targetY;
    if (!gPaletteFade.active) return;
    if (y == target) {
        if (++gPaletteFade.softFinish == SOFT_FINISH_FRAMES) gPaletteFade.active = FALSE;
        return;
    }
    gPaletteFade.delayCounter ^= 1;
    if (gPaletteFade.delayCounter) return;
    y += gPaletteFade.fadeOut ? gPaletteFade.deltaY : -gPaletteFade.deltaY;
    if (y < 0) y = 0;
    if (y > 16) y = 16;
    gPaletteFade.y = y;
    Blend(y, gPaletteFade.blendColor);
}

void TransferPlttBuffer(void) { DmaCopy16(gPlttBufferFaded, (void *)BG_PLTT, 1024); }
