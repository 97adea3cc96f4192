#include "cairn.h"

/* Bytes after the first match are not read. */
MODEL void *memchr(const void *p, int c, size_t n) {
    const unsigned char *s = p;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == (unsigned char)c)
            return (void *)(s + i);
    }
    return NULL;
}
