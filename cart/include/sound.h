#ifndef SOUND_H
#define SOUND_H
#include "types.h"
void SoundInit(void);
void SoundUpdate(void);
void PlaySE(u32 id);
void PlayFanfare(u32 id);
bool32 IsFanfareRunning(void);
enum { SE_SELECT = 5, SE_BUMP = 7, SE_DOOR = 8, SE_STAIRS = 9, SE_LEDGE = 10 };
#endif
