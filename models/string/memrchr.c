#include "cairn.h"

MODEL void *memrchr(const void *p, int c, size_t n) {
    const unsigned char *s = p;
    while (n > 0) {
        n--;
        if (s[n] == (unsigned char)c)
            return (void *)(s + n);
    }
    return NULL;
}
