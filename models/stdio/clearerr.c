#include "stdio.h"

MODEL void clearerr(FILE *f) {
    f->at_end = 0;
    f->failed = 0;
}
