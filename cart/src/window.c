/* Windows: rectangles of BG0 tiles with a pixel buffer in RAM; and their frames. */
#include "art.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"

#define TILE_DIALOG_FRAME 1
#define TILE_MENU_FRAME 10
#define TILE_SIGN_FRAME 19
#define UI_PALETTE 15
#define ARENA_TILES 800

struct Window EWRAM(gWindows) gWindows[WINDOWS];
u16 EWRAM(gBg0Tilemap) gBg0Tilemap[32 * 64];
/* Copied by half-words and scrolled by words, wherever a variant puts it. */
__attribute__((aligned(4))) static u8 EWRAM(sWindowArena) sWindowArena[ARENA_TILES * 32];
static u8 EWRAM(sWindowDirty) sWindowDirty[WINDOWS];
static u8 EWRAM(sTilemapDirty) sTilemapDirty;

void LoadUiGraphics(void) {
    DmaCopy16(gArtUiTiles, CHAR_BASE(2) + 32, sizeof(gArtUiTiles));
    LoadPalette(gArtUiPalette, UI_PALETTE * 16, 16);
    LoadPalette(gArtObjectPalettes, 256, ART_OBJECT_COLORS);
}

void ResetWindows(void) {
    MemFill(gWindows, 0, sizeof(gWindows));
    for (u32 i = 0; i < WINDOWS; i++) gWindows[i].window.bg = 0xFF;
    MemFill(sWindowDirty, 0, sizeof(sWindowDirty));
    MemFill(gBg0Tilemap, 0, sizeof(gBg0Tilemap));
    sTilemapDirty = TRUE;
}

/* Behind the last window that is open. */
static u8 *FreeArena(void) {
    u8 *end = sWindowArena;
    for (u32 i = 0; i < WINDOWS; i++) {
        const struct Window *w = &gWindows[i];
        u8 *after = w->tileData + w->window.width * w->window.height * 32;
        if (w->tileData && after > end) end = after;
    }
    return end;
}

static void OpenWindow(u32 id, u32 left, u32 top, u32 width, u32 height, u32 baseBlock) {
    struct Window *window = &gWindows[id];
    window->window.bg = 0;
    window->window.tilemapLeft = left;
    window->window.tilemapTop = top;
    window->window.width = width;
    window->window.height = height;
    window->window.paletteNum = UI_PALETTE;
    window->window.baseBlock = baseBlock;
    window->tileData = FreeArena();
    FillWindow(id, 1);
}

/* Window 0 is the message box, always. */
void InitMessageWindow(void) { OpenWindow(0, 2, 15, 26, 4, 40); }

KEEP u32 AddWindow(u32 left, u32 top, u32 width, u32 height, u32 baseBlock) {
    for (u32 i = 1; i < WINDOWS; i++) {
        if (gWindows[i].tileData) continue;
        OpenWindow(i, left, top, width, height, baseBlock);
        return i;
    }
    return WINDOW_NONE;
}

static void SetTile(s32 x, s32 y, u32 tile) {
    if (x >= 0 && x < 32 && y >= 0 && y < 64) gBg0Tilemap[y * 32 + x] = tile;
}

static void DrawFrame(const struct WindowTemplate *w, u32 base) {
    s32 l = w->tilemapLeft - 1, t = w->tilemapTop - 1, r = l + w->width + 1, b = t + w->height + 1;
    base |= UI_PALETTE << 12;
    for (s32 x = l + 1; x < r; x++) {
        SetTile(x, t, base + 1);
        SetTile(x, b, base + 7);
    }
    for (s32 y = t + 1; y < b; y++) {
        SetTile(l, y, base + 3);
        SetTile(r, y, base + 5);
    }
    SetTile(l, t, base);
    SetTile(r, t, base + 2);
    SetTile(l, b, base + 6);
    SetTile(r, b, base + 8);
}

void ShowWindow(u32 windowId, u32 frame) {
    const struct WindowTemplate *w = &gWindows[windowId].window;
    u32 tile = w->baseBlock | UI_PALETTE << 12;
    if (frame == FRAME_DIALOG) DrawFrame(w, TILE_DIALOG_FRAME);
    if (frame == FRAME_MENU) DrawFrame(w, TILE_MENU_FRAME);
    if (frame == FRAME_SIGN) DrawFrame(w, TILE_SIGN_FRAME);
    for (u32 y = 0; y < w->height; y++)
        for (u32 x = 0; x < w->width; x++)
            SetTile(w->tilemapLeft + x, w->tilemapTop + y, tile++);
    CopyWindowToVram(windowId);
    sTilemapDirty = TRUE;
}

void HideWindow(u32 windowId) {
    const struct WindowTemplate *w = &gWindows[windowId].window;
    for (s32 y = w->tilemapTop - 1; y <= w->tilemapTop + w->height; y++)
        for (s32 x = w->tilemapLeft - 1; x <= w->tilemapLeft + w->width; x++) SetTile(x, y, 0);
    sTilemapDirty = TRUE;
}

void RemoveWindow(u32 windowId) {
    struct Window *window = &gWindows[windowId];
    if (windowId >= WINDOWS || !window->tileData) return;
    HideWindow(windowId);
    window->tileData = NULL;
    window->window.bg = 0xFF;
}

void FillWindow(u32 windowId, u32 color) {
    const struct Window *window = &gWindows[windowId];
    DmaFill16(color * 0x1111, window->tileData, window->window.width * window->window.height * 32);
}

static void PutPixel(const struct Window *window, u32 x, u32 y, u32 color) {
    u32 width = window->window.width;
    u8 *at;
    if (x >= width * 8 || y >= window->window.height * 8u) return;
    at = window->tileData + ((y >> 3) * width + (x >> 3)) * 32 + (y & 7) * 4 + ((x & 7) >> 1);
    *at = x & 1 ? (*at & 0x0F) | color << 4 : (*at & 0xF0) | color;
}

void FillWindowRect(u32 windowId, u32 color, u32 x, u32 y, u32 w, u32 h) {
    for (u32 j = 0; j < h; j++)
        for (u32 i = 0; i < w; i++) PutPixel(&gWindows[windowId], x + i, y + j, color);
}

void ScrollWindow(u32 windowId, u32 pixels, u32 color) {
    const struct Window *window = &gWindows[windowId];
    u32 width = window->window.width, height = window->window.height * 8u;
    for (u32 y = 0; y < height; y++) {
        u32 from = y + pixels;
        for (u32 tx = 0; tx < width; tx++) {
            u32 *dst = (u32 *)(window->tileData + ((y >> 3) * width + tx) * 32 + (y & 7) * 4);
            const u32 *src =
                (const u32 *)(window->tileData + ((from >> 3) * width + tx) * 32 + (from & 7) * 4);
            *dst = from < height ? *src : color * 0x11111111;
        }
    }
}

void CopyWindowToVram(u32 windowId) { sWindowDirty[windowId] = TRUE; }

u32 GlyphWidth(u32 glyph) { return gArtFontWidths[glyph]; }

u32 DrawGlyph(u32 windowId, u32 glyph, u32 x, u32 y, u32 fg, u32 shadow) {
    const struct Window *window = &gWindows[windowId];
    const u8 *rows = gArtFont[glyph];
    u32 above = 0;
    for (u32 row = 0; row <= ART_FONT_ROWS; row++) {
        u32 bits = row < ART_FONT_ROWS ? rows[row] : 0;
        u32 dark = (bits >> 1 | above >> 1 | above) & ~bits;
        for (u32 i = 0; (bits | dark) << i & 0xFF; i++) {
            if (bits << i & 0x80) PutPixel(window, x + i, y + row, fg);
            if (dark << i & 0x80) PutPixel(window, x + i, y + row, shadow);
        }
        above = bits;
    }
    return gArtFontWidths[glyph];
}

void TransferWindows(void) {
    u32 budget = 0;
    for (u32 i = 0; i < WINDOWS && budget < 12000; i++) {
        const struct Window *window = &gWindows[i];
        u32 bytes = window->window.width * window->window.height * 32;
        if (!sWindowDirty[i] || !window->tileData) continue;
        DmaCopy16(window->tileData, CHAR_BASE(2) + window->window.baseBlock * 32, bytes);
        sWindowDirty[i] = FALSE;
        budget += bytes;
    }
    if (sTilemapDirty) {
        DmaCopy16(gBg0Tilemap, SCREEN_BASE(28), sizeof(gBg0Tilemap));
        sTilemapDirty = FALSE;
    }
}
