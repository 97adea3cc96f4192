#include "stdio.h"

MODEL int ungetc(int c, FILE *f) { return __cairn_ungetc(c, f); }
