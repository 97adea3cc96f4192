#include "cairn.h"

MODEL void *memmem(const void *p, size_t n, const void *part, size_t m) {
    const unsigned char *s = p;
    const unsigned char *wanted = part;
    for (size_t at = 0; at <= n && m <= n - at; at++) {
        size_t i = 0;
        while (i < m && s[at + i] == wanted[i])
            i++;
        if (i == m)
            return (void *)(s + at);
    }
    return NULL;
}
