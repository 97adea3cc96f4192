#include "cairn.h"

static char *duplicate(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, s, n + 1);
    return copy;
}

MODEL char *strdup(const char *s) { return duplicate(s); }

MODEL char *__strdup(const char *s) { return duplicate(s); }
