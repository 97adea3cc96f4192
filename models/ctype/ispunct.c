#include "cairn.h"
#include "ctype.h"

MODEL int ispunct(int c) { return (c > ' ' && c <= '~' && !is_alnum(c)) ? 4 : 0; }
