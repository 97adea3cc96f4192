#include "cairn.h"
#include "ctype.h"

MODEL int isalnum(int c) { return is_alnum(c) ? 8 : 0; }
