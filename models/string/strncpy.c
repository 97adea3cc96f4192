#include "cairn.h"

static char *copy(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i] != '\0')
        i++;
    memcpy(to, from, i < n ? i + 1 : n);
    while (i < n) {
        to[i] = '\0';
        i++;
    }
    return to;
}

MODEL char *strncpy(char *to, const char *from, size_t n) { return copy(to, from, n); }

MODEL char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
    (void)size;
    return copy(to, from, n);
}
