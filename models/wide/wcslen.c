#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

MODEL size_t wcsnlen(const wchar_t *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}
