/* The camera: keeps the player in the middle and the three field layers filled around it. */
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"

#define RING 16

s32 EWRAM(gCameraX) gCameraX;
s32 EWRAM(gCameraY) gCameraY;
/* Buffer cell that lies at the corner of the 16x16 ring of metatiles. */
static s32 EWRAM(sRingX) sRingX;
static s32 EWRAM(sRingY) sRingY;
static u16 EWRAM(sLayers) sLayers[3][32 * 32];
static u8 EWRAM(sLayersDirty) sLayersDirty;
static u8 EWRAM(sLayersChanged) sLayersChanged;
static EWRAM(sLoadedTilesets) const struct Tileset *sLoadedTilesets[2];

void CameraReset(void) { sRingX = sRingY = 0; }

void LoadMapTilesets(void) {
    const struct Tileset *both[2] = {gMapHeader.mapLayout->primaryTileset,
                                     gMapHeader.mapLayout->secondaryTileset};

    for (u32 i = 0; i < 2; i++) {
        if (sLoadedTilesets[i] == both[i] && gMain.callback2 == CB2_Overworld) continue;
        sLoadedTilesets[i] = both[i];
        LZ77UnCompVram(both[i]->tiles, CHAR_BASE(0) + i * PRIMARY_METATILES * 32);
        LoadPalette(both[i]->palettes + i * 7 * 16, i * 7 * 16, i ? 6 * 16 : 7 * 16);
    }
}

static void PutHalf(u16 *layer, u32 at, const u16 *entries) {
    layer[at] = entries ? entries[0] : 0;
    layer[at + 1] = entries ? entries[1] : 0;
    layer[at + 32] = entries ? entries[2] : 0;
    layer[at + 33] = entries ? entries[3] : 0;
}

void DrawMetatileAt(s32 x, s32 y, u32 metatile) {
    const struct MapLayout *layout = gMapHeader.mapLayout;
    u32 at = (((y - sRingY) & (RING - 1)) * 32 + ((x - sRingX) & (RING - 1))) * 2;
    u32 type = GetMetatileAttributes(metatile) >> 29 & 3;
    const u16 *entries = metatile < PRIMARY_METATILES
                             ? layout->primaryTileset->metatiles + metatile * 8
                             : layout->secondaryTileset->metatiles + (metatile - PRIMARY_METATILES) * 8;
    PutHalf(sLayers[0], at, type == 1 ? NULL : entries + 4);
    PutHalf(sLayers[1], at, type == 0 ? entries : type == 1 ? entries + 4 : NULL);
    PutHalf(sLayers[2], at, type == 0 ? NULL : entries);
    sLayersChanged = TRUE;
}

static void DrawCell(s32 x, s32 y) { DrawMetatileAt(x, y, MapGridGetMetatileIdAt(x, y)); }

void CameraDrawAll(void) {
    s32 px = PLAYER->currentCoords.x, py = PLAYER->currentCoords.y;
    for (s32 y = py - 7; y < py + 9; y++)
        for (s32 x = px - 7; x < px + 9; x++) DrawCell(x, y);
}

/* The cells that come into view when the player begins a step by (dx, dy). */
void CameraDrawAround(s32 dx, s32 dy) {
    s32 px = PLAYER->currentCoords.x, py = PLAYER->currentCoords.y;
    if (dx)
        for (s32 y = py - 6; y <= py + 6; y++) DrawCell(px + 7 * dx, y);
    if (dy)
        for (s32 x = px - 7; x <= px + 7; x++) DrawCell(x, py + (dy > 0 ? 5 : -5));
}

void CameraShift(s32 dx, s32 dy) {
    sRingX += dx;
    sRingY += dy;
    gCameraX += dx * 16;
    gCameraY += dy * 16;
}

KEEP void CameraUpdate(void) {
    const struct Sprite *sprite = &gSprites[PLAYER->spriteId];
    gCameraX = PLAYER->currentCoords.x * 16 + sprite->data[6] - 112;
    gCameraY = PLAYER->currentCoords.y * 16 + sprite->data[7] - 72;
    for (u32 i = 1; i < 4; i++) {
        gBgScroll[i][0] = gCameraX - sRingX * 16;
        gBgScroll[i][1] = gCameraY - sRingY * 16;
    }
    sLayersDirty |= sLayersChanged;
    sLayersChanged = FALSE;
}

void TransferFieldLayers(void);
void TransferFieldLayers(void) {
    if (!sLayersDirty) return;
    sLayersDirty = FALSE;
    DmaCopy16(sLayers[0], SCREEN_BASE(30), 0x800);
    DmaCopy16(sLayers[1], SCREEN_BASE(31), 0x800);
    DmaCopy16(sLayers[2], SCREEN_BASE(27), 0x800);
}
