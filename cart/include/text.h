#ifndef TEXT_H
#define TEXT_H
#include "types.h"

struct TextPrinter {
    const u8 *currentChar;
    u8 windowId, fontId, x, y, currentX, currentY, letterSpacing, lineSpacing;
    u8 unk : 4, fgColor : 4;
    u8 bgColor : 4, shadowColor : 4;
    void (*callback)(struct TextPrinter *printer, u16 op);
    u8 glyphFont : 4, hasPrintBeenSpedUp : 1, spare : 3;
    u8 downArrowDelay, autoScrollDelay, spare2[4];
    u8 active, state, textSpeed, delayCounter, scrollDistance, minLetterSpacing, japanese;
};
SIZE_IS(struct TextPrinter, 0x24);
AT(struct TextPrinter, callback, 0x10);
AT(struct TextPrinter, active, 0x1B);
AT(struct TextPrinter, scrollDistance, 0x1F);

#define TEXT_PRINTERS 32
#define TEXT_CAN_SPEED_UP 1
#define TEXT_AUTO_SCROLL 4
#define LINE_HEIGHT 15
extern struct TextPrinter sTextPrinters[TEXT_PRINTERS];
extern struct TextPrinter sTempTextPrinter;
extern u32 gTextFlags;
extern u8 gStringVar1[32], gStringVar2[20], gStringVar3[20], gStringVar4[1000];
extern u8 sMessageBoxType;

enum { STATE_PRINT, STATE_WAIT, STATE_CLEAR, STATE_SCROLL_START, STATE_SCROLL, STATE_SE, STATE_PAUSE };
#define EOS 0xFF
#define COLORS_NORMAL 2, 3
#define COLORS_FAINT 5, 6

void ResetTextPrinters(void);
/* Starts a printer. Speed 0 draws the whole text at once with sTempTextPrinter. */
void PrintText(u32 windowId, const u8 *text, u32 x, u32 y, u32 speed);
void PrintAtOnce(u32 windowId, const u8 *text, u32 x, u32 y);
void RunTextPrinters(void);
bool32 IsTextPrinterActive(u32 windowId);
u32 GetPlayerTextSpeedDelay(void);
u8 *StringCopy(u8 *dst, const u8 *src);
u8 *StringExpand(u8 *dst, const u8 *src);
u32 StringLength(const u8 *text);
u8 *IntToString(u8 *dst, u32 value, u32 digits);
u32 TextWidth(const u8 *text);

/* message_box.c */
void ShowFieldMessage(const u8 *text);
void HideFieldMessageBox(void);
bool8 IsFieldMessageBoxHidden(void);

#endif
