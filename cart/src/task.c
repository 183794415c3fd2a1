/* Sixteen tasks in a list sorted by priority; the lowest runs first. */
#include "gfx.h"
#include "main.h"

#define HEAD 0xFE
#define TAIL 0xFF

struct Task IWRAM(gTasks) gTasks[16];

static KEEP void TaskDummy(u8 taskId) { (void)taskId; }

void ResetTasks(void) {
    for (u32 i = 0; i < 16; i++) {
        MemFill(&gTasks[i], 0, sizeof(struct Task));
        gTasks[i].func = TaskDummy;
        gTasks[i].prev = i == 0 ? HEAD : i - 1;
        gTasks[i].next = i == 15 ? TAIL : i + 1;
        gTasks[i].priority = 0xFF;
    }
}

static u32 FirstActive(void) {
    for (u32 i = 0; i < 16; i++)
        if (gTasks[i].isActive && gTasks[i].prev == HEAD) return i;
    return 16;
}

static void Insert(u32 taskId) {
    u32 at = FirstActive(), before = HEAD;
    struct Task *task = &gTasks[taskId];
    if (at == 16) {
        task->prev = HEAD;
        task->next = TAIL;
        return;
    }
    while (at != TAIL && gTasks[at].priority <= task->priority) {
        before = at;
        at = gTasks[at].next;
    }
    task->prev = before;
    task->next = at;
    if (before != HEAD) gTasks[before].next = taskId;
    if (at != TAIL) gTasks[at].prev = taskId;
}

KEEP u8 CreateTask(TaskFunc func, u32 priority) {
    for (u32 i = 0; i < 16; i++) {
        if (gTasks[i].isActive) continue;
        gTasks[i].func = func;
        gTasks[i].priority = priority;
        Insert(i);
        MemFill(gTasks[i].data, 0, sizeof(gTasks[i].data));
        gTasks[i].isActive = TRUE;
        return i;
    }
    return 0;
}

void DestroyTask(u32 taskId) {
    struct Task *task = &gTasks[taskId];
    if (!task->isActive) return;
    task->isActive = FALSE;
    if (task->prev != HEAD) gTasks[task->prev].next = task->next;
    if (task->next != TAIL) gTasks[task->next].prev = task->prev;
}

KEEP void RunTasks(void) {
    u32 id = FirstActive();
    while (id < 16) {
        gTasks[id].func(id);
        id = gTasks[id].next;
    }
}

u32 FindTaskIdByFunc(TaskFunc func) {
    for (u32 i = 0; i < 16; i++)
        if (gTasks[i].isActive && gTasks[i].func == func) return i;
    return 0xFF;
}

bool32 FuncIsActiveTask(TaskFunc func) { return FindTaskIdByFunc(func) != 0xFF; }
