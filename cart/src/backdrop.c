/* The quiet pattern behind full-screen menus. */
#include "art.h"
#include "gfx.h"
#include "hw.h"
#include "screens.h"

void ShowMenuBackdrop(void) {
    DmaCopy16(gArtBackdropTile, CHAR_BASE(0) + 32, 128);
    LoadPalette(gArtBackdropPalette, 0, 16);
    for (u32 y = 0; y < 32; y++)
        for (u32 x = 0; x < 32; x++) SCREEN_BASE(27)[y * 32 + x] = 1 + (x & 1) + (y & 1) * 2;
}
