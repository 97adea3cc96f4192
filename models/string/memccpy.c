#include "cairn.h"

MODEL void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    unsigned char *d = to;
    const unsigned char *s = from;
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (s[i] == (unsigned char)c)
            return d + i + 1;
    }
    return NULL;
}
