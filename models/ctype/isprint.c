#include "cairn.h"
#include "ctype.h"

MODEL int isprint(int c) { return (c >= ' ' && c <= '~') ? 0x4000 : 0; }
