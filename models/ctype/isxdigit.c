#include "cairn.h"
#include "ctype.h"

MODEL int isxdigit(int c) { return is_xdigit(c) ? 0x1000 : 0; }
