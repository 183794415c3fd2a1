/* The plate with the map's name that slides in after an arrival. */
#include "field.h"
#include "gfx.h"
#include "text.h"

#define PLATE_BASE_BLOCK 280
#define PLATE_FRAMES 100
#define MAP_NAMES_START 88
#define MAP_NAME_SPACES 18
#define FLAG_SHOW_NAME 0x04

extern const u8 *const sMapNames[];
extern const u32 gMapNameCount;

/* The name of a region map section; spaces for what has none. Returns where it ends. */
KEEP u8 *GetMapName(u8 *dst, u32 section) {
    u32 index = section - MAP_NAMES_START;
    if (index < gMapNameCount) return StringCopy(dst, sMapNames[index]);
    for (u32 i = 0; i < MAP_NAME_SPACES; i++) *dst++ = 0x00;
    *dst = EOS;
    return dst;
}

static KEEP void Task_MapNamePopup(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    if (sLockFieldControls && data[0] > 40) data[0] = PLATE_FRAMES;
    if (++data[0] < PLATE_FRAMES) return;
    HideWindow(data[1]);
    RemoveWindow(data[1]);
    DestroyTask(taskId);
}

KEEP void ShowMapName(void) {
    u32 taskId, window;
    u8 name[MAP_NAME_SPACES + 6];
    if (!(gMapHeader.flags & FLAG_SHOW_NAME)) return;
    GetMapName(name, gMapHeader.regionMapSectionId);
    window = AddWindow(1, 1, 12, 2, PLATE_BASE_BLOCK);
    PrintAtOnce(window, name, (96 - TextWidth(name)) / 2, 1);
    ShowWindow(window, FRAME_MENU);
    taskId = CreateTask(Task_MapNamePopup, 90);
    gTasks[taskId].data[1] = window;
}
