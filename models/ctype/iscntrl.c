#include "cairn.h"
#include "ctype.h"

MODEL int iscntrl(int c) { return ((c >= 0 && c < ' ') || c == 127) ? 2 : 0; }
