#include "stdio.h"

/* Output always succeeds (assumption 21), so closing does. */
MODEL int fclose(FILE *f) {
    __cairn_check_open(f);
    if (f->fd <= 2)
        __cairn_unsupported("a standard stream is closed");
    f->is_open = 0;
    __cairn_descriptors[f->fd - 3] = 0;
    return 0;
}
