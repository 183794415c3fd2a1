/* Sprites: 64 records and a dummy; the visible ones become OAM entries once a frame. */
#include "gfx.h"
#include "hw.h"
#include "main.h"

#define TILES_PER_SPRITE 16
#define DRAWN_SPRITES 60
#define FRAME_OF(sprite) ((sprite)->animCmdIndex)

struct Sprite EWRAM(gSprites) gSprites[SPRITES];
static u8 EWRAM(sSpriteOrder) sSpriteOrder[MAX_SPRITES];
static u8 EWRAM(sSpriteDirty) sSpriteDirty[MAX_SPRITES];

void ResetSprites(void) {
    MemFill(gSprites, 0, sizeof(gSprites));
    for (u32 i = 0; i < MAX_SPRITES; i++) {
        sSpriteOrder[i] = i;
        sSpriteDirty[i] = FALSE;
    }
    for (u32 i = 0; i < 128; i++) gMain.oamBuffer[i * 4] = 0x0200;
}

KEEP u32 CreateSprite(u32 sheet, s32 x, s32 y, u32 subpriority) {
    for (u32 i = 0; i < DRAWN_SPRITES; i++) {
        struct Sprite *sprite = &gSprites[i];
        const struct SpriteSheet *info = &gSpriteSheets[sheet];
        if (sprite->inUse) continue;
        MemFill(sprite, 0, sizeof(*sprite));
        sprite->inUse = TRUE;
        sprite->template_ = info;
        sprite->images = info->frames;
        sprite->x = x;
        sprite->y = y;
        sprite->centerToCornerX = -(info->width / 2);
        sprite->centerToCornerY = -(info->height / 2);
        sprite->oam[0] = info->shape << 14;
        sprite->oam[1] = info->size << 14;
        sprite->sheetTileStart = i * TILES_PER_SPRITE;
        sprite->oam[2] = sprite->sheetTileStart | 2 << 10 | info->palette << 12;
        sprite->subpriority = subpriority;
        sSpriteDirty[i] = TRUE;
        return i;
    }
    return MAX_SPRITES;
}

void DestroySprite(u32 spriteId) {
    if (spriteId < MAX_SPRITES) MemFill(&gSprites[spriteId], 0, sizeof(struct Sprite));
}

void SpriteSetFrame(struct Sprite *sprite, u32 frame, bool32 hFlip) {
    sprite->hFlip = hFlip;
    if (FRAME_OF(sprite) == frame) return;
    FRAME_OF(sprite) = frame;
    sSpriteDirty[sprite - gSprites] = TRUE;
}

void SpriteSetPriority(struct Sprite *sprite, u32 priority) {
    sprite->oam[2] = (sprite->oam[2] & ~0x0C00) | priority << 10;
}

KEEP void AnimateSprites(void) {
    for (u32 i = 0; i < MAX_SPRITES; i++)
        if (gSprites[i].inUse && gSprites[i].callback) gSprites[i].callback(&gSprites[i]);
}

static u32 SortKey(u32 i) {
    const struct Sprite *sprite = &gSprites[i];
    return sprite->inUse ? (sprite->oam[2] >> 10 & 3) << 8 | sprite->subpriority : 0xFFFF;
}

KEEP void BuildOamBuffer(void) {
    u32 used = 0;
    for (u32 i = 1; i < MAX_SPRITES; i++) {
        u32 id = sSpriteOrder[i], key = SortKey(id), j = i;
        while (j > 0 && SortKey(sSpriteOrder[j - 1]) > key) {
            sSpriteOrder[j] = sSpriteOrder[j - 1];
            j--;
        }
        sSpriteOrder[j] = id;
    }
    for (u32 i = 0; i < MAX_SPRITES; i++) {
        struct Sprite *sprite = &gSprites[sSpriteOrder[i]];
        s32 x = sprite->x + sprite->x2 + sprite->centerToCornerX;
        s32 y = sprite->y + sprite->y2 + sprite->centerToCornerY;
        u16 *oam;
        if (!sprite->inUse) break;
        if (sprite->invisible || x <= -64 || x >= 240 || y <= -64 || y >= 160) continue;
        sprite->oam[0] = (sprite->oam[0] & 0xFF00) | (y & 0xFF);
        sprite->oam[1] = (sprite->oam[1] & 0xC000) | (x & 0x1FF) | sprite->hFlip << 12;
        oam = &gMain.oamBuffer[used++ * 4];
        oam[0] = sprite->oam[0];
        oam[1] = sprite->oam[1];
        oam[2] = sprite->oam[2];
    }
    for (u32 i = used; i < 128; i++) gMain.oamBuffer[i * 4] = 0x0200;
}

/* In the vertical blank: OAM, and the pictures of the sprites that changed their frame. */
void TransferSprites(void) {
    DmaCopy16(gMain.oamBuffer, OAM, sizeof(gMain.oamBuffer));
    for (u32 i = 0; i < DRAWN_SPRITES; i++) {
        const struct Sprite *sprite = &gSprites[i];
        const struct SpriteSheet *info = sprite->template_;
        if (!sSpriteDirty[i] || !sprite->inUse) continue;
        sSpriteDirty[i] = FALSE;
        DmaCopy16((const u8 *)sprite->images + FRAME_OF(sprite) * info->frameBytes,
                  OBJ_VRAM + sprite->sheetTileStart * 32, info->frameBytes);
    }
}
