#include "field.h"
#include "main.h"
#include "screens.h"
void CB2_InitPartyMenu(void) { SetMainCallback2(CB2_ReturnToField); }
void CB2_InitBagMenu(void) { SetMainCallback2(CB2_ReturnToField); }
