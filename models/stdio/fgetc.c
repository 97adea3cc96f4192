#include "stdio.h"

MODEL int fgetc(FILE *f) { return __cairn_getc(f); }

MODEL int getc(FILE *f) { return __cairn_getc(f); }

MODEL int fgetc_unlocked(FILE *f) { return __cairn_getc(f); }

MODEL int getc_unlocked(FILE *f) { return __cairn_getc(f); }

MODEL int _IO_getc(FILE *f) { return __cairn_getc(f); }

MODEL int __uflow(FILE *f) { return __cairn_getc(f); }
