#include "cairn.h"

/* All `n` bytes of both blocks are read, also after a difference: the standard demands that they exist. */
static int compare(const void *a, const void *b, size_t n) {
    const unsigned char *x = a;
    const unsigned char *y = b;
    int result = 0;
    for (size_t i = 0; i < n; i++) {
        int difference = x[i] - y[i];
        if (result == 0)
            result = difference;
    }
    return result;
}

MODEL int memcmp(const void *a, const void *b, size_t n) { return compare(a, b, n); }

MODEL int bcmp(const void *a, const void *b, size_t n) { return compare(a, b, n); }
