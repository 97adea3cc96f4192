#include "stdio.h"

MODEL int fileno(FILE *f) {
    __cairn_check_open(f);
    return f->fd;
}
