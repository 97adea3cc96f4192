#include "stdio.h"

MODEL int ferror(FILE *f) { return f->failed; }

MODEL int ferror_unlocked(FILE *f) { return f->failed; }
