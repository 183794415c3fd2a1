#ifndef NAMING_H
#define NAMING_H
#include "types.h"
#endif
