#include "stdio.h"

MODEL int feof(FILE *f) { return f->at_end; }

MODEL int feof_unlocked(FILE *f) { return f->at_end; }
