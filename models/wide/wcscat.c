#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t end = 0, i = 0;
    while (to[end] != 0)
        end++;
    while (from[i] != 0) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

MODEL wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t end = 0, i = 0;
    while (to[end] != 0)
        end++;
    while (i < n && from[i] != 0) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}
