#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    while (*s != c) {
        if (*s == 0)
            return NULL;
        s++;
    }
    return (wchar_t *)s;
}

MODEL wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *last = NULL;
    for (;;) {
        if (*s == c)
            last = s;
        if (*s == 0)
            return (wchar_t *)last;
        s++;
    }
}
