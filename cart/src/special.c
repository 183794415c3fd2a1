/* What scripts call by number. The numbers are the frlg family's; the others are empty here. */
#include "field.h"
#include "main.h"
#include "naming.h"
#include "pokemon.h"
#include "script.h"
#include "text.h"

#define MEMBER (&gPlayerParty[gSpecialVar_0x8000[4] % 6])

static KEEP void ChangePokemonNickname_CB(void) {
    SetMonNickname(MEMBER, gStringVar2);
    SetMainCallback2(CB2_ReturnToField);
}

/* Of the member that variable 0x8004 names. The old name stays in gStringVar3. */
static KEEP void ChangePokemonNickname(void) {
    GetMonNickname(MEMBER, gStringVar3);
    GetMonNickname(MEMBER, gStringVar2);
    DoNamingScreen(NAMING_NICKNAME, gStringVar2, ChangePokemonNickname_CB);
}

static KEEP void BufferMonNickname(void) { GetMonNickname(MEMBER, gStringVar1); }

const Func gSpecials[] = {
    [0x00] = HealPlayerParty,
    [0x7C] = BufferMonNickname,
    [0x9E] = ChangePokemonNickname,
};
const u32 gSpecialCount = ARRAY_COUNT(gSpecials);
