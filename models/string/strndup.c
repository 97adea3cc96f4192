#include "cairn.h"

static char *duplicate(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n] != '\0')
        n++;
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    if (n > 0)
        memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

MODEL char *strndup(const char *s, size_t max) { return duplicate(s, max); }

MODEL char *__strndup(const char *s, size_t max) { return duplicate(s, max); }
