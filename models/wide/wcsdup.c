#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcsdup(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    wchar_t *copy = malloc((n + 1) * sizeof *copy);
    if (copy != NULL)
        memcpy(copy, s, (n + 1) * sizeof *copy);
    return copy;
}
