#include "cairn.h"
#include "ctype.h"

MODEL int isupper(int c) { return is_upper(c) ? 0x100 : 0; }
