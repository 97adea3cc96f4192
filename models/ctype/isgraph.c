#include "cairn.h"
#include "ctype.h"

MODEL int isgraph(int c) { return (c > ' ' && c <= '~') ? 0x8000 : 0; }
