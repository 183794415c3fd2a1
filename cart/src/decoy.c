/* What looks like engine state and is not: written by the game, read by nobody. */
#include "decoy.h"
#include "field.h"
#include "main.h"

void DecoyUpdate(void) {}
void DecoyMapLoaded(void) {}
