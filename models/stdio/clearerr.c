#include "stdio.h"

MODEL void clearerr(FILE *f) {
    __cairn_check_open(f);
    f->at_end = 0;
    f->failed = 0;
}
