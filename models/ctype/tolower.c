#include "cairn.h"
#include "ctype.h"

MODEL int tolower(int c) { return to_lower(c); }
