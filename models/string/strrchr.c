#include "cairn.h"

static char *find_last(const char *s, int c) {
    const char *found = NULL;
    while (*s != '\0') {
        if (*s == (char)c)
            found = s;
        s++;
    }
    if ((char)c == '\0')
        found = s;
    return (char *)found;
}

MODEL char *strrchr(const char *s, int c) { return find_last(s, c); }

MODEL char *rindex(const char *s, int c) { return find_last(s, c); }
