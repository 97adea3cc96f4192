#include "cairn.h"
#include "ctype.h"

MODEL int isspace(int c) { return is_space(c) ? 0x2000 : 0; }
