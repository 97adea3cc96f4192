#include "cairn.h"

static void *find(const void *p, int c) {
    const unsigned char *s = p;
    while (*s != (unsigned char)c)
        s++;
    return (void *)s;
}

MODEL void *rawmemchr(const void *p, int c) { return find(p, c); }

MODEL void *__rawmemchr(const void *p, int c) { return find(p, c); }
