#include "cairn.h"
#include "ctype.h"

MODEL int islower(int c) { return is_lower(c) ? 0x200 : 0; }
