/* Tasks, sprites, palettes, windows: what all screens share. */
#ifndef GFX_H
#define GFX_H
#include "types.h"

typedef void (*TaskFunc)(u8 taskId);
struct Task {
    TaskFunc func;
    u8 isActive, prev, next, priority;
    s16 data[16];
};
SIZE_IS(struct Task, 0x28);
extern struct Task gTasks[16];
u8 CreateTask(TaskFunc func, u32 priority);
void DestroyTask(u32 taskId);
void RunTasks(void);
void ResetTasks(void);
bool32 FuncIsActiveTask(TaskFunc func);
u32 FindTaskIdByFunc(TaskFunc func);

struct Sprite {
    u16 oam[4];
    const void *anims, *images, *affineAnims, *template_, *subspriteTables;
    void (*callback)(struct Sprite *sprite);
    s16 x, y, x2, y2;
    s8 centerToCornerX, centerToCornerY;
    u8 animNum, animCmdIndex, animDelay, animLoop;
    s16 data[8];
    u8 inUse : 1, coordOffsetEnabled : 1, invisible : 1, hflags : 5;
    u8 hFlip : 1, vFlip : 1, animBeginning : 1, affineAnimBeginning : 1, animEnded : 1,
        affineAnimEnded : 1, usingSheet : 1, anchored : 1;
    u16 sheetTileStart;
    u8 subspriteTableNum, subpriority;
};
SIZE_IS(struct Sprite, 0x44);
AT(struct Sprite, callback, 0x1C);
AT(struct Sprite, data, 0x2E);
AT(struct Sprite, sheetTileStart, 0x40);
#define SPRITES 65
#define MAX_SPRITES 64
extern struct Sprite gSprites[SPRITES];
/* What a sprite shows: size in pixels, its frames one after the other, 4 bits a pixel. */
struct SpriteSheet {
    const u8 *frames;
    u16 frameBytes;
    u8 width, height, shape, size, palette;
};
extern const struct SpriteSheet gSpriteSheets[];
u32 CreateSprite(u32 sheet, s32 x, s32 y, u32 subpriority);
void DestroySprite(u32 spriteId);
void ResetSprites(void);
void AnimateSprites(void);
void BuildOamBuffer(void);
void SpriteSetFrame(struct Sprite *sprite, u32 frame, bool32 hFlip);
void SpriteSetPriority(struct Sprite *sprite, u32 priority);
void TransferSprites(void);

struct PaletteFade {
    u32 multipurpose1;
#if LATE_FADE
    u8 mode, deltaY, softFinish, fadeOut;
    u32 spare2;
#endif
    u16 delayCounter : 6, y : 5, targetY : 5;
    u16 blendColor : 15, active : 1;
#if !LATE_FADE
    u8 mode, deltaY, softFinish, fadeOut;
    u32 spare2;
#endif
};
SIZE_IS(struct PaletteFade, 0x10);
extern struct PaletteFade gPaletteFade;
extern u16 gPlttBufferUnfaded[512], gPlttBufferFaded[512];
#define PaletteFadeActive() (gPaletteFade.active)
void LoadPalette(const u16 *colors, u32 offset, u32 count);
void BeginFade(bool32 out, u32 color, u32 step);
void UpdatePaletteFade(void);
void TransferPlttBuffer(void);
void ResetPaletteFade(void);
void BlackOut(void);

struct WindowTemplate {
    u8 bg, tilemapLeft, tilemapTop, width, height, paletteNum;
    u16 baseBlock;
};
struct Window {
    struct WindowTemplate window;
    u8 *tileData;
};
SIZE_IS(struct Window, 0xC);
#define WINDOWS 32
extern struct Window gWindows[WINDOWS];
extern u16 gBg0Tilemap[32 * 64];
#define WINDOW_NONE 0xFF
enum { FRAME_NONE, FRAME_DIALOG, FRAME_MENU, FRAME_SIGN };
void ResetWindows(void);
u32 AddWindow(u32 left, u32 top, u32 width, u32 height, u32 baseBlock);
void InitMessageWindow(void);
void ShowWindow(u32 windowId, u32 frame);
void HideWindow(u32 windowId);
void RemoveWindow(u32 windowId);
void FillWindow(u32 windowId, u32 color);
void FillWindowRect(u32 windowId, u32 color, u32 x, u32 y, u32 w, u32 h);
void ScrollWindow(u32 windowId, u32 pixels, u32 color);
void CopyWindowToVram(u32 windowId);
u32 DrawGlyph(u32 windowId, u32 glyph, u32 x, u32 y, u32 fg, u32 shadow);
u32 GlyphWidth(u32 glyph);
void TransferWindows(void);

void ResetGfx(void);
void InitBgs(bool32 field);
void VBlankCB_Common(void);
extern u16 gBgScroll[4][2];
extern u16 gDispCnt;
void LoadUiGraphics(void);

#endif
