#include "stdio.h"

MODEL int getchar(void) { return __cairn_getc(&__cairn_stdin); }

MODEL int getchar_unlocked(void) { return __cairn_getc(&__cairn_stdin); }
