/* One block of memory for the screen that is open. */
#include "heap.h"
#include "main.h"

#define HEAP_SIZE 0x2400
static EWRAM(gHeap) u32 gHeap[HEAP_SIZE / 4];
static u16 EWRAM(sHeapUsed) sHeapUsed;

void HeapReset(void) { sHeapUsed = 0; }

void *HeapAlloc(u32 size) {
    u8 *block = (u8 *)gHeap + sHeapUsed;
    size = (size + 3) & ~3u;
    if (sHeapUsed + size > HEAP_SIZE) return NULL;
    sHeapUsed += size;
    MemFill(block, 0, size);
    return block;
}
