#include "battle.h"
void StartWildBattle(u32 species, u32 level) { (void)species; (void)level; }
bool32 StartRandomEncounter(void) { return FALSE; }
