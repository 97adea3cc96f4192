#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

/* More bytes than there can be are more than any block has. */
static size_t bytes(size_t n) { return n > SIZE_MAX / sizeof(wchar_t) ? SIZE_MAX : n * sizeof(wchar_t); }

MODEL wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, bytes(n));
}

MODEL wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, bytes(n)); }
