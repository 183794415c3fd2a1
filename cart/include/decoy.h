#ifndef DECOY_H
#define DECOY_H
#include "types.h"
void DecoyUpdate(void);
void DecoyMapLoaded(void);
void DecoyFrameDone(void);
void DecoyBattleDone(void);
#endif
