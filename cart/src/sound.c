/* Sound on the two square channels: short effects, and fanfares that hold a script. */
#include "sound.h"
#include "hw.h"
#include "main.h"

#define FANFARE_FRAMES 160
static u16 IWRAM(sFanfareCounter) sFanfareCounter;

static const u16 sJingle[] = {1547, 1602, 1650, 1714, 1650, 1714, 1750, 1797, 1797, 0};

void SoundInit(void) {
    REG16(0x84) = 0x0080;
    REG16(0x80) = 0x3377;
    REG16(0x82) = 0x0002;
    REG16(0x88) = 0x0200;
}

void PlaySE(u32 id) {
    static const u16 sPitches[] = {1800, 1200, 1500, 1400, 1650, 1900};
    REG16(0x60) = id == SE_STAIRS || id == SE_DOOR ? 0x0017 : 0;
    REG16(0x62) = 0x6180;
    REG16(0x64) = 0x8000 | sPitches[id % 6];
}

KEEP void PlayFanfare(u32 id) {
    (void)id;
    sFanfareCounter = FANFARE_FRAMES;
}

bool32 IsFanfareRunning(void) { return sFanfareCounter != 0; }

void SoundUpdate(void) {
    u32 played = FANFARE_FRAMES - sFanfareCounter;
    if (!sFanfareCounter) return;
    if (played % 16 == 0 && sJingle[played / 16]) {
        REG16(0x68) = 0xF340;
        REG16(0x6C) = 0x8000 | sJingle[played / 16];
    }
    sFanfareCounter--;
}
