#include "cairn.h"

static char *find(const char *s, int c) {
    while (*s != (char)c) {
        if (*s == '\0')
            return NULL;
        s++;
    }
    return (char *)s;
}

MODEL char *strchr(const char *s, int c) { return find(s, c); }

MODEL char *index(const char *s, int c) { return find(s, c); }
