#include "cairn.h"

/* The result points at the first NUL written, or after the last byte when there is none. */
static char *copy(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i] != '\0')
        i++;
    memcpy(to, from, i < n ? i + 1 : n);
    char *end = to + i;
    while (i < n) {
        to[i] = '\0';
        i++;
    }
    return end;
}

MODEL char *stpncpy(char *to, const char *from, size_t n) { return copy(to, from, n); }

MODEL char *__stpncpy(char *to, const char *from, size_t n) { return copy(to, from, n); }

MODEL char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
    (void)size;
    return copy(to, from, n);
}
