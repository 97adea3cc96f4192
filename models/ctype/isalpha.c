#include "cairn.h"
#include "ctype.h"

MODEL int isalpha(int c) { return is_alpha(c) ? 0x400 : 0; }
