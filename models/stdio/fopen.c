#include "stdio.h"

enum { LAST_ERROR = 133 };

static struct _IO_FILE files[MOST_OPEN];
static int opened;

/* A file is there or not, and may be opened or not. Streams are no heap objects of the program, and are not used again. */
static FILE *open_file(const char *name, const char *mode) {
    size_t i = 0;
    while (name[i] != '\0')
        i++;
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        __cairn_errno = EINVAL;
        return NULL;
    }
    int both = 0;
    for (i = 1; mode[i] != '\0'; i++)
        if (mode[i] == '+')
            both = 1;
    if (__VERIFIER_nondet_int() == 0) {
        int why = __VERIFIER_nondet_int();
        __cairn_errno = why > 0 && why <= LAST_ERROR ? why : ENOENT;
        return NULL;
    }
    if (opened == MOST_OPEN)
        __cairn_unsupported("more than 8 streams");
    FILE *f = &files[opened];
    int least = 0;
    while (__cairn_descriptors[least])
        least++;
    __cairn_descriptors[least] = 1;
    f->fd = 3 + least;
    f->is_open = 1;
    f->reads = mode[0] == 'r' || both;
    f->writes = mode[0] != 'r' || both;
    if (mode[0] == 'a')
        f->position = __cairn_file_size();
    opened++;
    return f;
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }

MODEL FILE *fopen64(const char *restrict name, const char *restrict mode) { return open_file(name, mode); }

MODEL FILE *tmpfile(void) { return open_file("", "w+"); }
