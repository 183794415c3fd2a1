/* Strings in the game's encoding: copy, length, numbers, placeholders. */
#include "main.h"
#include "gfx.h"
#include "save.h"
#include "text.h"

u8 EWRAM(gStringVar1) gStringVar1[32];
u8 EWRAM(gStringVar2) gStringVar2[20];
u8 EWRAM(gStringVar3) gStringVar3[20];
__attribute__((aligned(4))) u8 EWRAM(gStringVar4) gStringVar4[1000];

static const u8 sTextEmpty[] = {EOS};

u8 *StringCopy(u8 *dst, const u8 *src) {
    while (*src != EOS) *dst++ = *src++;
    *dst = EOS;
    return dst;
}

u32 StringLength(const u8 *text) {
    u32 n = 0;
    while (text[n] != EOS) n++;
    return n;
}

u32 TextWidth(const u8 *text) {
    u32 width = 0;
    for (; *text != EOS; text++) {
        if (*text == 0xFC) text += 4;
        else width += GlyphWidth(*text);
    }
    return width;
}

u8 *IntToString(u8 *dst, u32 value, u32 digits) {
    u8 buffer[10];
    u32 n = 0;
    do {
        buffer[n++] = 0xA1 + value % 10;
        value /= 10;
    } while (value && n < 10);
    for (u32 i = n; i < digits; i++) *dst++ = 0x00;
    while (n) *dst++ = buffer[--n];
    *dst = EOS;
    return dst;
}

static const u8 *Placeholder(u32 id) {
    switch (id) {
    case 1: return gSaveBlock2Ptr->playerName;
    case 2: return gStringVar1;
    case 3: return gStringVar2;
    case 4: return gStringVar3;
    case 6: return gSaveBlock1Ptr->rivalName;
    default: return sTextEmpty;
    }
}

/* Copies text with its FD placeholders replaced; FC codes keep their arguments. */
KEEP u8 *StringExpand(u8 *dst, const u8 *src) {
    while (*src != EOS) {
        u32 c = *src++;
        if (c == 0xFD) {
            dst = StringCopy(dst, Placeholder(*src++));
        } else {
            *dst++ = c;
            if (c == 0xFC) {
                u32 code = *dst++ = *src++;
                if (code == 0x08 || code == 0x01) *dst++ = *src++;
            }
        }
    }
    *dst = EOS;
    return dst;
}
