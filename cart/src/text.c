/* Text printers: the state machine that puts a message on the screen glyph by glyph. */
#include "text.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "sound.h"

enum { RENDER_PRINT, RENDER_FINISH, RENDER_REPEAT, RENDER_UPDATE };

struct TextPrinter EWRAM(sTextPrinters) sTextPrinters[TEXT_PRINTERS];
struct TextPrinter EWRAM(sTempTextPrinter) sTempTextPrinter;
u32 IWRAM(gTextFlags) gTextFlags;

static const u8 sTextSpeedFrameDelays[] = {8, 4, 1};
static const u8 sScrollSpeeds[] = {1, 2, 4};
/* Bytes of argument after FC nn. */
static const u8 sControlArgs[] = {0, 1, 1, 1, 3, 1, 1, 0, 1, 0, 0, 2, 1,
                                  1, 1, 0, 2, 1, 1, 1, 1, 0, 0, 0, 0};

u32 GetPlayerTextSpeedDelay(void) {
    u32 speed = gSaveBlock2Ptr->optionsTextSpeed;
    return sTextSpeedFrameDelays[speed > 2 ? 1 : speed];
}

void ResetTextPrinters(void) { MemFill(sTextPrinters, 0, sizeof(sTextPrinters)); }

bool32 IsTextPrinterActive(u32 windowId) { return sTextPrinters[windowId].active; }

static void DownArrow(struct TextPrinter *p, bool32 show) {
    FillWindowRect(p->windowId, p->bgColor, p->currentX, p->currentY + 3, 8, 8);
    if (show)
        for (u32 i = 0; i < 4; i++)
            FillWindowRect(p->windowId, 4, p->currentX + 1 + i, p->currentY + 5 + i, 7 - 2 * i, 1);
}

static bool32 WaitWithDownArrow(struct TextPrinter *p) {
    p->downArrowDelay++;
    if ((p->downArrowDelay & 15) == 1) {
        DownArrow(p, !(p->downArrowDelay & 16));
        CopyWindowToVram(p->windowId);
    }
    if (JOY_NEW(A_BUTTON | B_BUTTON)) {
        PlaySE(SE_SELECT);
        return TRUE;
    }
    return FALSE;
}

static u32 ControlCode(struct TextPrinter *p) {
    u32 code = *p->currentChar++;
    const u8 *args = p->currentChar;
    p->currentChar += sControlArgs[code];
    switch (code) {
    case 0x01: p->fgColor = args[0]; break;
    case 0x02: p->bgColor = args[0]; break;
    case 0x03: p->shadowColor = args[0]; break;
    case 0x04:
        p->fgColor = args[0];
        p->bgColor = args[1];
        p->shadowColor = args[2];
        break;
    case 0x08:
        p->delayCounter = args[0];
        p->state = STATE_PAUSE;
        break;
    case 0x09:
        p->state = STATE_WAIT;
        return RENDER_UPDATE;
    case 0x0D: p->currentX = p->x + args[0]; break;
    case 0x0F: FillWindow(p->windowId, p->bgColor); break;
    case 0x12:
    case 0x13: p->currentX = p->x + args[0]; break;
    default: break;
    }
    return RENDER_REPEAT;
}

static u32 PrintNext(struct TextPrinter *p) {
    u32 c;
    if (JOY_HELD(A_BUTTON | B_BUTTON) && p->hasPrintBeenSpedUp) p->delayCounter = 0;
    if (p->delayCounter && p->textSpeed) {
        p->delayCounter--;
        if ((gTextFlags & TEXT_CAN_SPEED_UP) && JOY_NEW(A_BUTTON | B_BUTTON)) {
            p->hasPrintBeenSpedUp = TRUE;
            p->delayCounter = 0;
        }
        return RENDER_UPDATE;
    }
    p->delayCounter = p->textSpeed;
    c = *p->currentChar++;
    switch (c) {
    case 0xFE:
        p->currentX = p->x;
        p->currentY += LINE_HEIGHT;
        return RENDER_REPEAT;
    case 0xFD:
        p->currentChar++;
        return RENDER_REPEAT;
    case 0xFC: return ControlCode(p);
    case 0xFB:
    case 0xFA:
        p->state = c == 0xFB ? STATE_CLEAR : STATE_SCROLL_START;
        p->downArrowDelay = 0;
        return RENDER_UPDATE;
    case EOS: return RENDER_FINISH;
    default:
        p->currentX +=
            DrawGlyph(p->windowId, c, p->currentX, p->currentY, p->fgColor, p->shadowColor);
        return RENDER_PRINT;
    }
}

static KEEP u32 RenderText(struct TextPrinter *p) {
    switch (p->state) {
    case STATE_PRINT: return PrintNext(p);
    case STATE_WAIT:
        if (JOY_NEW(A_BUTTON | B_BUTTON)) p->state = STATE_PRINT;
        return RENDER_UPDATE;
    case STATE_CLEAR:
        if (WaitWithDownArrow(p)) {
            FillWindow(p->windowId, p->bgColor);
            p->currentX = p->x;
            p->currentY = p->y;
            p->state = STATE_PRINT;
            CopyWindowToVram(p->windowId);
        }
        return RENDER_UPDATE;
    case STATE_SCROLL_START:
        if (WaitWithDownArrow(p)) {
            DownArrow(p, FALSE);
            p->scrollDistance = LINE_HEIGHT;
            p->currentX = p->x;
            p->state = STATE_SCROLL;
        }
        return RENDER_UPDATE;
    case STATE_SCROLL:
        if (p->scrollDistance) {
            u32 speed = sScrollSpeeds[gSaveBlock2Ptr->optionsTextSpeed];
            if (speed > p->scrollDistance) speed = p->scrollDistance;
            ScrollWindow(p->windowId, speed, p->bgColor);
            p->scrollDistance -= speed;
            CopyWindowToVram(p->windowId);
        } else {
            p->state = STATE_PRINT;
        }
        return RENDER_UPDATE;
    case STATE_PAUSE:
        if (p->delayCounter)
            p->delayCounter--;
        else
            p->state = STATE_PRINT;
        return RENDER_UPDATE;
    default: p->state = STATE_PRINT; return RENDER_UPDATE;
    }
}

KEEP void RunTextPrinters(void) {
    for (u32 i = 0; i < TEXT_PRINTERS; i++) {
        struct TextPrinter *p = &sTextPrinters[i];
        u32 result;
        if (!p->active) continue;
        while ((result = RenderText(p)) == RENDER_REPEAT) {}
        if (result == RENDER_PRINT) CopyWindowToVram(p->windowId);
        if (result == RENDER_FINISH) p->active = FALSE;
    }
}

static void InitPrinter(struct TextPrinter *p, u32 windowId, const u8 *text, u32 x, u32 y) {
    MemFill(p, 0, sizeof(*p));
    p->currentChar = text;
    p->windowId = windowId;
    p->fontId = 2;
    p->x = p->currentX = x;
    p->y = p->currentY = y;
    p->lineSpacing = 1;
    p->fgColor = 2;
    p->bgColor = 1;
    p->shadowColor = 3;
    p->glyphFont = 2;
}

void PrintText(u32 windowId, const u8 *text, u32 x, u32 y, u32 speed) {
    struct TextPrinter *p = &sTextPrinters[windowId];
    if (speed == 0) {
        PrintAtOnce(windowId, text, x, y);
        return;
    }
    InitPrinter(p, windowId, text, x, y);
    p->textSpeed = speed - 1;
    p->active = TRUE;
}

void PrintAtOnce(u32 windowId, const u8 *text, u32 x, u32 y) {
    InitPrinter(&sTempTextPrinter, windowId, text, x, y);
    while (RenderText(&sTempTextPrinter) != RENDER_FINISH) {}
    CopyWindowToVram(windowId);
}
