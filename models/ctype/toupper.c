#include "cairn.h"
#include "ctype.h"

MODEL int toupper(int c) { return to_upper(c); }
