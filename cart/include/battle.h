#ifndef BATTLE_H
#define BATTLE_H
#include "types.h"
void StartWildBattle(u32 species, u32 level);
bool32 StartRandomEncounter(void);
#endif
