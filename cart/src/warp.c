/* Leaving a map by stairs, mat or door, and arriving on the next. */
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "script.h"
#include "sound.h"

enum { T_STATE, T_TIMER, T_X, T_Y, T_DX };
/* Frames of each part, as the engine takes them. */
#define DOOR_OPEN_FRAMES 13
#define DOOR_CLOSE_FRAMES 20
#define DOOR_ARRIVAL_FRAMES 47
#define DOOR_LEAVE_FRAMES 19
#define STAIR_FRAMES 11
#define FADE_STEP 2

bool32 IsStairBehavior(u32 behavior) {
    return behavior >= MB_STAIRS_UP_E && behavior <= MB_STAIRS_DOWN_W;
}

static u32 ArrivalBehavior(void) {
    return MapGridGetBehaviorAt(gSaveBlock1Ptr->pos.x + MAP_OFFSET, gSaveBlock1Ptr->pos.y + MAP_OFFSET);
}

u32 ArrivalFacing(void) {
    switch (ArrivalBehavior()) {
    case MB_STAIRS_UP_E:
    case MB_STAIRS_DOWN_E:
    case MB_ARROW_E: return DIR_WEST;
    case MB_STAIRS_UP_W:
    case MB_STAIRS_DOWN_W:
    case MB_ARROW_W: return DIR_EAST;
    case MB_ARROW_S: return DIR_NORTH;
    default: return DIR_SOUTH;
    }
}

static void BeginWarp(void) {
    LockPlayerFieldControls();
    FreezeObjectEvents();
}

static void FadeOutThenWarp(u8 taskId) {
    struct Task *task = &gTasks[taskId];
    if (task->data[T_TIMER] == 0) {
        BeginFade(TRUE, 0, FADE_STEP);
        task->data[T_TIMER] = 1;
        return;
    }
    if (PaletteFadeActive()) return;
    if (task->data[T_TIMER]++ == 1) return;
    WarpIntoMap();
    SetMainCallback2(CB2_LoadMap);
    DestroyTask(taskId);
}

static KEEP void Task_WarpAndLoadMap(u8 taskId) { FadeOutThenWarp(taskId); }

void StartPlainWarp(void) {
    BeginWarp();
    PlaySE(SE_STAIRS);
    CreateTask(Task_WarpAndLoadMap, 10);
}

/* Stairs: the picture walks sideways and up or down, the coordinates stay. */
static KEEP void Task_StairWarp(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    struct Sprite *sprite = &gSprites[PLAYER->spriteId];
    switch (data[T_STATE]) {
    case 0:
        if (!PlayerIsAnimFinished()) return;
        PlayerFreeze();
        PlaySE(SE_STAIRS);
        data[T_STATE]++;
        break;
    case 1:
        data[T_TIMER]++;
        sprite->x2 += data[T_DX] * (data[T_TIMER] & 1);
        sprite->y2 += data[T_Y] * ((data[T_TIMER] & 3) == 0);
        sprite->data[3] = data[T_TIMER] & 8 ? 1 | (data[T_TIMER] & 16) >> 3 : 0;
        if (data[T_TIMER] < STAIR_FRAMES) return;
        data[T_TIMER] = 0;
        data[T_STATE]++;
        break;
    default: FadeOutThenWarp(taskId);
    }
}

void StartStairWarp(u32 behavior) {
    u32 taskId;
    BeginWarp();
    taskId = CreateTask(Task_StairWarp, 10);
    gTasks[taskId].data[T_DX] = behavior == MB_STAIRS_UP_E || behavior == MB_STAIRS_DOWN_E ? 1 : -1;
    gTasks[taskId].data[T_Y] = behavior <= MB_STAIRS_UP_W ? -1 : 1;
}

/* The open door is the metatile after the closed one. */
static void DrawDoor(s32 x, s32 y, bool32 open) {
    DrawMetatileAt(x, y, MapGridGetMetatileIdAt(x, y) + (open ? 1 : 0));
}

static KEEP void Task_DoorWarp(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    switch (data[T_STATE]) {
    case 0:
        if (!PlayerIsAnimFinished()) return;
        PlayerFreeze();
        PlaySE(SE_DOOR);
        data[T_STATE]++;
        break;
    case 1:
        if (data[T_TIMER] == DOOR_OPEN_FRAMES / 2) DrawDoor(data[T_X], data[T_Y], TRUE);
        if (++data[T_TIMER] < DOOR_OPEN_FRAMES) return;
        SetHeldMovement(PLAYER, MOVE_WALK + DIR_NORTH - 1);
        data[T_STATE]++;
        break;
    case 2:
        if (!PlayerIsAnimFinished()) return;
        PlayerFreeze();
        PLAYER->invisible = TRUE;
        data[T_TIMER] = 0;
        data[T_STATE]++;
        break;
    case 3:
        DrawDoor(data[T_X], data[T_Y], FALSE);
        if (++data[T_TIMER] < DOOR_CLOSE_FRAMES) return;
        data[T_TIMER] = 0;
        data[T_STATE]++;
        break;
    default: FadeOutThenWarp(taskId);
    }
}

void StartDoorWarp(s32 x, s32 y) {
    u32 taskId;
    BeginWarp();
    taskId = CreateTask(Task_DoorWarp, 10);
    gTasks[taskId].data[T_X] = x;
    gTasks[taskId].data[T_Y] = y;
}

static void FinishArrival(u8 taskId) {
    UnfreezeObjectEvents();
    UnlockPlayerFieldControls();
    DestroyTask(taskId);
}

/* TRUE from the second frame after the fade. */
static bool32 FadedIn(s16 *data) {
    if (PaletteFadeActive()) return FALSE;
    return data[T_TIMER]++ > 0;
}

static KEEP void Task_ExitNonDoor(u8 taskId) {
    if (FadedIn(gTasks[taskId].data)) FinishArrival(taskId);
}

static KEEP void Task_ExitStairs(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    struct Sprite *sprite = &gSprites[PLAYER->spriteId];
    if (data[T_STATE] < 16) {
        data[T_STATE]++;
        sprite->x2 = data[T_DX] * (16 - data[T_STATE]);
        sprite->y2 = data[T_Y] * (16 - data[T_STATE]) / 2;
        sprite->data[3] = data[T_STATE] & 8 ? 1 : 0;
    }
    if (FadedIn(data)) FinishArrival(taskId);
}

static KEEP void Task_ExitDoor(u8 taskId) {
    s16 *data = gTasks[taskId].data;
    switch (data[T_STATE]) {
    case 0:
        data[T_TIMER]++;
        if (data[T_TIMER] == DOOR_ARRIVAL_FRAMES - DOOR_LEAVE_FRAMES) {
            PlaySE(SE_DOOR);
            DrawDoor(data[T_X], data[T_Y], TRUE);
        }
        if (PaletteFadeActive() || data[T_TIMER] < DOOR_ARRIVAL_FRAMES) return;
        PLAYER->invisible = FALSE;
        SetHeldMovement(PLAYER, MOVE_WALK + DIR_SOUTH - 1);
        data[T_STATE]++;
        break;
    case 1:
        if (!PlayerIsAnimFinished()) return;
        PlayerFreeze();
        DrawDoor(data[T_X], data[T_Y], FALSE);
        data[T_TIMER] = 0;
        data[T_STATE]++;
        break;
    default:
        if (++data[T_TIMER] == DOOR_LEAVE_FRAMES) FinishArrival(taskId);
    }
}

KEEP void FieldCB_DefaultWarpExit(void) {
    u32 behavior = ArrivalBehavior(), taskId;
    LockPlayerFieldControls();
    FreezeObjectEvents();
    BeginFade(FALSE, 0, FADE_STEP);
    ShowMapName();
    if (behavior == MB_DOOR) {
        taskId = CreateTask(Task_ExitDoor, 10);
        gTasks[taskId].data[T_X] = PLAYER->currentCoords.x;
        gTasks[taskId].data[T_Y] = PLAYER->currentCoords.y;
        PLAYER->invisible = TRUE;
    } else if (IsStairBehavior(behavior)) {
        taskId = CreateTask(Task_ExitStairs, 10);
        gTasks[taskId].data[T_DX] = behavior == MB_STAIRS_UP_E || behavior == MB_STAIRS_DOWN_E ? 1 : -1;
        gTasks[taskId].data[T_Y] = behavior <= MB_STAIRS_UP_W ? -1 : 1;
    } else {
        CreateTask(Task_ExitNonDoor, 10);
    }
}

static KEEP void Task_ReturnToFieldFade(u8 taskId) {
    if (PaletteFadeActive()) return;
    if (sGlobalScriptContextStatus == CONTEXT_WAITING) {
        ScriptContext_Enable();
        DestroyTask(taskId);
    } else {
        FinishArrival(taskId);
    }
}

KEEP void FieldCB_ReturnFade(void) {
    LockPlayerFieldControls();
    BeginFade(FALSE, 0, FADE_STEP);
    CreateTask(Task_ReturnToFieldFade, 10);
}
