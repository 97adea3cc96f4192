#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t i = 0;
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < n) {
        to[i] = 0;
        i++;
    }
    return to;
}
