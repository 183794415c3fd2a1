/* The naming screen: a keyboard of three pages and the buttons beside it. */
#include "naming.h"
#include "field.h"
#include "gfx.h"
#include "heap.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "sound.h"
#include "text.h"

enum { STATE_FADE_IN, STATE_WAIT_FADE, STATE_INPUT, STATE_MOVE_TO_OK, STATE_PAGE_SWAP,
       STATE_WAIT_SWAP, STATE_SAVED, STATE_FADE_OUT };
enum { PAGE_SYMBOLS, PAGE_UPPER, PAGE_LOWER };
#define ROWS 4
#define COLUMNS 8
#define SHEET_CURSOR 7
#define PAGE_SWAP_FRAMES 12

EWRAM(sNamingScreen) struct NamingScreen *sNamingScreen;
static u8 EWRAM(sSwapTimer) sSwapTimer;
extern const u8 sKeyboardChars[3][ROWS][COLUMNS];
extern const u8 gTextNamingTitle[], gTextNamingPages[], gTextNamingBack[], gTextNamingOk[];

static const struct NamingScreenTemplate sTemplates[] = {
    {1, 7, 1, 0, PAGE_UPPER, {0}, gTextNamingTitle}, {0, 8, 0, 0, PAGE_UPPER, {0}, gTextNamingTitle},
    {0, 10, 0, 1, PAGE_UPPER, {0}, gTextNamingTitle}, {0, 10, 0, 1, PAGE_UPPER, {0}, gTextNamingTitle},
    {0, 7, 4, 0, PAGE_UPPER, {0}, gTextNamingTitle}};

static u32 Columns(void) { return sNamingScreen->currentPage == PAGE_SYMBOLS ? 6 : COLUMNS; }

static s16 *Cursor(void) { return gSprites[sNamingScreen->cursorSpriteId].data; }

static void DrawText(void) {
    u32 window = sNamingScreen->windows[0];
    FillWindow(window, 1);
    for (u32 i = 0; i < sNamingScreen->template_->maxChars; i++) {
        FillWindowRect(window, 3, 4 + i * 9, 14, 7, 1);
        if (sNamingScreen->textBuffer[i] != EOS)
            DrawGlyph(window, sNamingScreen->textBuffer[i], 5 + i * 9, 1, 2, 3);
    }
    CopyWindowToVram(window);
}

static void DrawPage(void) {
    u32 window = sNamingScreen->windows[1];
    FillWindow(window, 1);
    for (u32 y = 0; y < ROWS; y++)
        for (u32 x = 0; x < Columns(); x++)
            DrawGlyph(window, sKeyboardChars[sNamingScreen->currentPage][y][x], 4 + x * 16,
                      2 + y * 16, 2, 3);
    CopyWindowToVram(window);
}

static KEEP void SpriteCB_Cursor(struct Sprite *sprite) {
    s32 x = sprite->data[0], y = sprite->data[1];
    if (x == (s32)Columns()) {
        sprite->x = 182;
        sprite->y = 80 + y * 24;
    } else {
        sprite->x = 31 + x * 16;
        sprite->y = 80 + y * 16;
    }
    sprite->y2 = gMain.vblankCounter2 >> 4 & 1;
}

/* The column after the last holds three buttons beside four rows of keys. */
static void MoveCursor(s32 dx, s32 dy) {
    static const u8 sToButton[] = {0, 1, 1, 2}, sFromButton[] = {0, 1, 3};
    s16 *at = Cursor();
    s32 columns = Columns(), rows, x = at[0] + dx, y = at[1];
    if (x < 0) x = columns;
    if (x > columns) x = 0;
    if (dx && x == columns) y = sToButton[y];
    if (dx && at[0] == columns) y = sFromButton[y];
    rows = x == columns ? 3 : ROWS;
    y += dy;
    if (y < 0) y = rows - 1;
    if (y >= rows) y = 0;
    at[0] = x;
    at[1] = y;
    PlaySE(SE_SELECT);
}

static void JumpToOk(void) {
    Cursor()[0] = Columns();
    Cursor()[1] = 2;
}

static void AddChar(u32 c) {
    u8 *text = sNamingScreen->textBuffer;
    u32 length = StringLength(text), max = sNamingScreen->template_->maxChars;
    if (length == max) length--;
    text[length] = c;
    text[length + 1] = EOS;
    DrawText();
    if (length + 1 == max) sNamingScreen->state = STATE_MOVE_TO_OK;
}

static void DeleteChar(void) {
    u8 *text = sNamingScreen->textBuffer;
    u32 length = StringLength(text);
    if (length) text[length - 1] = EOS;
    DrawText();
}

static void SwapPage(void) {
    sSwapTimer = 0;
    sNamingScreen->state = STATE_PAGE_SWAP;
}

static void PressButton(u32 row) {
    if (row == 0) SwapPage();
    if (row == 1) DeleteChar();
    if (row == 2) sNamingScreen->state = STATE_SAVED;
}

static void HandleInput(void) {
    const s16 *at = Cursor();
    if (JOY_NEW(A_BUTTON)) {
        PlaySE(SE_SELECT);
        if (at[0] == (s32)Columns())
            PressButton(at[1]);
        else
            AddChar(sKeyboardChars[sNamingScreen->currentPage][at[1]][at[0]]);
    } else if (JOY_NEW(B_BUTTON)) {
        DeleteChar();
    } else if (JOY_NEW(SELECT_BUTTON)) {
        SwapPage();
    } else if (JOY_NEW(START_BUTTON)) {
        JumpToOk();
    } else if (JOY_REPT(DPAD_ANY)) {
        u32 keys = gMain.newAndRepeatedKeys;
        MoveCursor(keys & DPAD_RIGHT ? 1 : keys & DPAD_LEFT ? -1 : 0,
                   keys & DPAD_DOWN ? 1 : keys & DPAD_UP ? -1 : 0);
    }
}

static void FinishSwap(void) {
    static const u8 sNext[] = {PAGE_UPPER, PAGE_LOWER, PAGE_SYMBOLS};
    bool32 onButton = Cursor()[0] == (s32)Columns();
    sNamingScreen->currentPage = sNext[sNamingScreen->currentPage];
    if (onButton || Cursor()[0] > (s32)Columns()) Cursor()[0] = Columns();
    if (!onButton && Cursor()[0] == (s32)Columns()) Cursor()[0]--;
    DrawPage();
    sNamingScreen->state = STATE_INPUT;
}

static KEEP void Task_NamingScreen(u8 taskId) {
    switch (sNamingScreen->state) {
    case STATE_FADE_IN:
        BeginFade(FALSE, 0, 2);
        sNamingScreen->state = STATE_WAIT_FADE;
        break;
    case STATE_WAIT_FADE:
        if (!PaletteFadeActive()) sNamingScreen->state = STATE_INPUT;
        break;
    case STATE_INPUT: HandleInput(); break;
    case STATE_MOVE_TO_OK:
        JumpToOk();
        sNamingScreen->state = STATE_INPUT;
        break;
    case STATE_PAGE_SWAP:
        if (++sSwapTimer == PAGE_SWAP_FRAMES) FinishSwap();
        break;
    case STATE_SAVED:
        if (sNamingScreen->textBuffer[0] != EOS)
            StringCopy(sNamingScreen->destBuffer, sNamingScreen->textBuffer);
        BeginFade(TRUE, 0, 2);
        sNamingScreen->state = STATE_FADE_OUT;
        break;
    default:
        if (PaletteFadeActive()) return;
        DestroyTask(taskId);
        SetMainCallback2(sNamingScreen->returnCallback);
    }
}

static KEEP void CB2_NamingScreen(void) {
    RunTasks();
    AnimateSprites();
    BuildOamBuffer();
    UpdatePaletteFade();
}

static KEEP void CB2_LoadNamingScreen(void) {
    struct NamingScreen *screen = sNamingScreen;
    u32 title, buttons;
    switch (gMain.state++) {
    case 0: ResetGfx(); break;
    case 1:
        InitBgs(FALSE);
        ShowMenuBackdrop();
        title = AddWindow(3, 1, 24, 2, 160);
        screen->windows[0] = AddWindow(8, 5, 13, 2, 210);
        screen->windows[1] = AddWindow(3, 9, 17, 9, 240);
        buttons = AddWindow(22, 9, 6, 9, 400);
        PrintAtOnce(title, screen->template_->title, 2, 2);
        PrintAtOnce(buttons, gTextNamingPages, 12, 2);
        PrintAtOnce(buttons, gTextNamingBack, 12, 26);
        PrintAtOnce(buttons, gTextNamingOk, 12, 50);
        ShowWindow(title, FRAME_MENU);
        ShowWindow(screen->windows[0], FRAME_MENU);
        ShowWindow(screen->windows[1], FRAME_DIALOG);
        ShowWindow(buttons, FRAME_MENU);
        screen->cursorSpriteId = CreateSprite(SHEET_CURSOR, 0, 0, 0);
        gSprites[screen->cursorSpriteId].callback = SpriteCB_Cursor;
        SpriteSetPriority(&gSprites[screen->cursorSpriteId], 0);
        DrawPage();
        DrawText();
        break;
    case 2: CreateTask(Task_NamingScreen, 2); break;
    default: SetMainCallback2(CB2_NamingScreen);
    }
}

KEEP void DoNamingScreen(u32 kind, u8 *destination, Func returnCallback) {
    HeapReset();
    sNamingScreen = HeapAlloc(sizeof(struct NamingScreen));
    sNamingScreen->templateNum = kind;
    sNamingScreen->template_ = &sTemplates[kind];
    sNamingScreen->currentPage = sNamingScreen->template_->initialPage;
    sNamingScreen->destBuffer = destination;
    sNamingScreen->returnCallback = returnCallback;
    MemFill(sNamingScreen->textBuffer, EOS, sizeof(sNamingScreen->textBuffer));
    SetMainCallback1(NULL);
    SetMainCallback2(CB2_LoadNamingScreen);
}

/* For a script: fade, name, and back to the script that waits. */
static KEEP void Task_OpenNaming(u8 taskId) {
    if (PaletteFadeActive()) return;
    DestroyTask(taskId);
    DoNamingScreen(NAMING_RIVAL, gSaveBlock1Ptr->rivalName, CB2_ReturnToField);
}

KEEP void NameTheRival(void) {
    BeginFade(TRUE, 0, 2);
    CreateTask(Task_OpenNaming, 10);
}
