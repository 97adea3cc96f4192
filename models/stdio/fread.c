#include "stdio.h"

size_t __cairn_fread(void *p, size_t size, size_t n, FILE *f) {
    unsigned char *to = p;
    if (size == 0)
        return 0;
    for (size_t item = 0; item < n; item++) {
        for (size_t i = 0; i < size; i++) {
            int c = __cairn_getc(f);
            if (c == EOF)
                return item;
            to[item * size + i] = (unsigned char)c;
        }
    }
    return n;
}

MODEL size_t fread(void *p, size_t size, size_t n, FILE *f) { return __cairn_fread(p, size, n, f); }

MODEL size_t fread_unlocked(void *p, size_t size, size_t n, FILE *f) { return __cairn_fread(p, size, n, f); }

MODEL size_t __fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f) {
    (void)room;
    return __cairn_fread(p, size, n, f);
}
