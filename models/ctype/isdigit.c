#include "cairn.h"
#include "ctype.h"

MODEL int isdigit(int c) { return is_digit(c) ? 0x800 : 0; }
