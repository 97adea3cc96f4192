#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)s + i;
    return NULL;
}
