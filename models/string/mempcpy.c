#include "cairn.h"

MODEL void *mempcpy(void *restrict to, const void *restrict from, size_t n) { return (char *)memcpy(to, from, n) + n; }

MODEL void *__mempcpy(void *restrict to, const void *restrict from, size_t n) {
    return (char *)memcpy(to, from, n) + n;
}

MODEL void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    (void)size;
    return (char *)memcpy(to, from, n) + n;
}
