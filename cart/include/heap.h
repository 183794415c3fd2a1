#ifndef HEAP_H
#define HEAP_H
#include "types.h"
void HeapReset(void);
void *HeapAlloc(u32 size);
#endif
