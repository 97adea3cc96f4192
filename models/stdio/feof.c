#include "stdio.h"

static int look(FILE *f) {
    __cairn_check_open(f);
    return f->at_end;
}

MODEL int feof(FILE *f) { return look(f); }

MODEL int feof_unlocked(FILE *f) { return look(f); }
