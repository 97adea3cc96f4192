#include "cairn.h"

static char *append(char *to, const char *from, size_t n) {
    size_t end = 0;
    while (to[end] != '\0')
        end++;
    size_t i = 0;
    while (i < n && from[i] != '\0')
        i++;
    if (i < n) {
        memcpy(to + end, from, i + 1);
    } else {
        memcpy(to + end, from, n);
        to[end + n] = '\0';
    }
    return to;
}

MODEL char *strncat(char *to, const char *from, size_t n) { return append(to, from, n); }

MODEL char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
    (void)size;
    return append(to, from, n);
}
