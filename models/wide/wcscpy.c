#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}
