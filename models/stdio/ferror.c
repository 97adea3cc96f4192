#include "stdio.h"

static int look(FILE *f) {
    __cairn_check_open(f);
    return f->failed;
}

MODEL int ferror(FILE *f) { return look(f); }

MODEL int ferror_unlocked(FILE *f) { return look(f); }
