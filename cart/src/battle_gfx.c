/* What a battle looks like: picture, creatures, health boxes, menus. */
#include "art.h"
#include "battle.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "pokemon.h"
#include "text.h"

#define SHEET_CREATURES 8
#define FOE_X 172
#define FOE_Y 40
#define OWN_X 62
#define OWN_Y 92
#define SLIDE 96
#define BAR_WIDTH 48
#define SCREEN_ROWS 20

static u8 EWRAM(sBoxWindow) sBoxWindow[2];
static u8 EWRAM(sBattlePromptWindow) sBattlePromptWindow;
static u8 EWRAM(sActionWindow) sActionWindow;
static u8 EWRAM(sMoveWindow) sMoveWindow;
static u8 EWRAM(sMoveInfoWindow) sMoveInfoWindow;
static u8 EWRAM(sBattlerSprite) sBattlerSprite[2];
static u16 EWRAM(sShownHp) sShownHp[2];
static u8 EWRAM(sLevelUpWindow) sLevelUpWindow;
extern const u8 *const gStatLabels[];
extern const u8 gTextBattlePrompt[], gTextPp[], gTextType[];
extern const u8 *const gBattleActionLabels[];

/* The health boxes are on all three screens of BG0, so that they stay when it scrolls. */
static void ShowOnAllScreens(u32 windowId) {
    struct WindowTemplate *w = &gWindows[windowId].window;
    for (u32 i = 0; i < 3; i++) {
        ShowWindow(windowId, FRAME_MENU);
        w->tilemapTop += SCREEN_ROWS;
    }
    w->tilemapTop -= 3 * SCREEN_ROWS;
}

KEEP void InitBattleScreen(void) {
    InitBgs(FALSE);
    LZ77UnCompVram(gArtBattleTiles, CHAR_BASE(0));
    LZ77UnCompVram(gArtBattleMap, SCREEN_BASE(27));
    LoadPalette(gArtBattlePalette, 0, 128);
    sBoxWindow[FOE_SIDE] = AddWindow(1, 1, 12, 3, 160);
    sBoxWindow[PLAYER_SIDE] = AddWindow(17, 10, 12, 3, 200);
    sBattlePromptWindow = AddWindow(2, 15 + SCREEN_ROWS, 12, 4, 260);
    sActionWindow = AddWindow(16, 15 + SCREEN_ROWS, 13, 4, 320);
    sMoveWindow = AddWindow(2, 15 + 2 * SCREEN_ROWS, 17, 4, 380);
    sMoveInfoWindow = AddWindow(21, 15 + 2 * SCREEN_ROWS, 8, 4, 460);
    ShowWindow(0, FRAME_DIALOG);
    ShowWindow(sBattlePromptWindow, FRAME_DIALOG);
    ShowWindow(sActionWindow, FRAME_MENU);
    ShowWindow(sMoveWindow, FRAME_MENU);
    ShowWindow(sMoveInfoWindow, FRAME_MENU);
}

KEEP void ShowBattlerSprite(u32 battler) {
    u32 sheet = SHEET_CREATURES + (gBattleMons[battler].species - 1) * 2 + (battler == PLAYER_SIDE);
    u32 id = CreateSprite(sheet, battler ? FOE_X : OWN_X, battler ? FOE_Y : OWN_Y, 10);
    struct Sprite *sprite = &gSprites[id];
    sprite->sheetTileStart = 512 + battler * 64;
    sprite->oam[2] = (sprite->oam[2] & 0xFC00) | sprite->sheetTileStart;
    sBattlerSprite[battler] = id;
    sShownHp[battler] = gBattleMons[battler].hp;
}

void HideBattlerSprite(u32 battler) { DestroySprite(sBattlerSprite[battler]); }

/* TRUE when both stand in their places. */
bool32 SlideBattlersIn(void) {
    struct Sprite *foe = &gSprites[sBattlerSprite[FOE_SIDE]];
    struct Sprite *own = &gSprites[sBattlerSprite[PLAYER_SIDE]];
    u32 frame = foe->data[0]++;
    foe->x2 = frame < SLIDE ? -(s32)(SLIDE - frame) * 2 : 0;
    own->x2 = frame < SLIDE ? (s32)(SLIDE - frame) * 2 : 0;
    return frame >= SLIDE;
}

void ShakeBattler(u32 battler, s32 amount) { gSprites[sBattlerSprite[battler]].x2 = amount; }

KEEP void DrawHealthBox(u32 battler) {
    const struct BattlePokemon *mon = &gBattleMons[battler];
    u32 window = sBoxWindow[battler], hp = sShownHp[battler];
    u32 bar = mon->maxHP ? (hp * BAR_WIDTH + mon->maxHP - 1) / mon->maxHP : 0;
    u8 text[16], *end;
    FillWindow(window, 1);
    PrintAtOnce(window, mon->nickname, 2, 0);
    text[0] = 0x34;
    IntToString(text + 1, mon->level, 0);
    PrintAtOnce(window, text, 96 - TextWidth(text), 0);
    FillWindowRect(window, 2, 43, 14, BAR_WIDTH + 2, 6);
    FillWindowRect(window, 3, 44, 15, BAR_WIDTH, 4);
    FillWindowRect(window, bar > 24 ? 12 : bar > 10 ? 13 : 4, 44, 15, bar, 4);
    if (battler == PLAYER_SIDE) {
        end = IntToString(text, hp, 3);
        *end++ = 0xBA;
        IntToString(end, mon->maxHP, 3);
        PrintAtOnce(window, text, 0, 11);
    }
    ShowOnAllScreens(window);
}

/* After the truth jumped. */
void SyncHealthBox(u32 battler) {
    sShownHp[battler] = gBattleMons[battler].hp;
    DrawHealthBox(battler);
}

/* One point a frame; TRUE when the bar shows what is true. */
bool32 StepHealthBar(u32 battler) {
    u32 hp = gBattleMons[battler].hp;
    if (sShownHp[battler] == hp) return TRUE;
    sShownHp[battler] += sShownHp[battler] > hp ? -1 : 1;
    DrawHealthBox(battler);
    return FALSE;
}

static void DrawGrid(u32 window, u32 cursor, u32 column) {
    for (u32 i = 0; i < 4; i++)
        FillWindowRect(window, 1, (i & 1) * column, 2 + (i >> 1) * 15, 8, 12);
    DrawGlyph(window, 0xEF, (cursor & 1) * column, 1 + (cursor >> 1) * 15, 2, 3);
    CopyWindowToVram(window);
}

void DrawActionCursor(void) { DrawGrid(sActionWindow, gActionSelectionCursor[PLAYER_SIDE], 52); }

KEEP void DrawActionMenu(void) {
    StringCopy(gStringVar1, gBattleMons[PLAYER_SIDE].nickname);
    StringExpand(gStringVar4, gTextBattlePrompt);
    FillWindow(sBattlePromptWindow, 1);
    PrintAtOnce(sBattlePromptWindow, gStringVar4, 2, 1);
    FillWindow(sActionWindow, 1);
    for (u32 i = 0; i < 4; i++)
        PrintAtOnce(sActionWindow, gBattleActionLabels[i], 9 + (i & 1) * 52, 1 + (i >> 1) * 15);
    DrawActionCursor();
}

KEEP void DrawMoveCursor(void) {
    const struct BattlePokemon *mon = &gBattleMons[PLAYER_SIDE];
    u32 slot = gMoveSelectionCursor[PLAYER_SIDE];
    const struct BattleMove *move = &gBattleMoves[mon->moves[slot]];
    u8 *end = StringCopy(gDisplayedStringBattle, gTextPp);
    DrawGrid(sMoveWindow, slot, 66);
    end = IntToString(end, mon->pp[slot], 2);
    *end++ = 0xBA;
    IntToString(end, move->pp, 2);
    FillWindow(sMoveInfoWindow, 1);
    PrintAtOnce(sMoveInfoWindow, gDisplayedStringBattle, 0, 1);
    StringCopy(StringCopy(gDisplayedStringBattle, gTextType), gTypeNames[move->type]);
    PrintAtOnce(sMoveInfoWindow, gDisplayedStringBattle, 0, 16);
}

KEEP void DrawMoveMenu(void) {
    const struct BattlePokemon *mon = &gBattleMons[PLAYER_SIDE];
    FillWindow(sMoveWindow, 1);
    gNumberOfMovesToChoose = 0;
    for (u32 i = 0; i < 4; i++) {
        if (mon->moves[i]) gNumberOfMovesToChoose++;
        PrintAtOnce(sMoveWindow, gMoveNames[mon->moves[i]], 9 + (i & 1) * 66, 1 + (i >> 1) * 15);
    }
    DrawMoveCursor();
}

/* Six values: what each grew by, or what it is now. */
KEEP void ShowLevelUpBox(const u16 *values, bool32 gains) {
    u8 text[8];
    if (gains) sLevelUpWindow = AddWindow(17, 1, 11, 7, 530);
    FillWindow(sLevelUpWindow, 1);
    for (u32 i = 0; i < 6; i++) {
        text[0] = gains ? 0x2E : 0x00;
        IntToString(text + 1, values[i], 3);
        PrintAtOnce(sLevelUpWindow, gStatLabels[i], 2, i * 9);
        PrintAtOnce(sLevelUpWindow, text, 58, i * 9);
    }
    ShowWindow(sLevelUpWindow, FRAME_MENU);
}

void HideLevelUpBox(void) { RemoveWindow(sLevelUpWindow); }
