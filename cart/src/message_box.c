/* The field's message box: window 0 and the task that drives its printer. */
#include "gfx.h"
#include "main.h"
#include "script.h"
#include "text.h"

u8 EWRAM(sMessageBoxType) sMessageBoxType;
enum { BOX_HIDDEN, BOX_UNUSED, BOX_NORMAL, BOX_AUTO_SCROLL };

static KEEP void Task_DrawFieldMessageBox(u8 taskId) {
    s16 *state = &gTasks[taskId].data[0];
    switch (*state) {
    case 0: (*state)++; break;
    case 1:
        ShowWindow(0, sMsgIsSignpost ? FRAME_SIGN : FRAME_DIALOG);
        (*state)++;
        break;
    default:
        RunTextPrinters();
        if (!IsTextPrinterActive(0)) {
            sMessageBoxType = BOX_HIDDEN;
            DestroyTask(taskId);
        }
    }
}

KEEP void ShowFieldMessage(const u8 *text) {
    if (sMessageBoxType != BOX_HIDDEN) return;
    StringExpand(gStringVar4, text);
    gTextFlags = (gTextFlags & ~TEXT_AUTO_SCROLL) | TEXT_CAN_SPEED_UP;
    FillWindow(0, 1);
    PrintText(0, gStringVar4, 0, 1, GetPlayerTextSpeedDelay());
    CreateTask(Task_DrawFieldMessageBox, 80);
    sMessageBoxType = BOX_NORMAL;
}

KEEP bool8 IsFieldMessageBoxHidden(void) { return sMessageBoxType == BOX_HIDDEN; }

KEEP void HideFieldMessageBox(void) {
    u32 taskId = FindTaskIdByFunc(Task_DrawFieldMessageBox);
    if (taskId != 0xFF) DestroyTask(taskId);
    sTextPrinters[0].active = FALSE;
    FillWindow(0, 1);
    HideWindow(0);
    sMessageBoxType = BOX_HIDDEN;
}
