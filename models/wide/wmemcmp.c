#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    int result = 0;
    for (size_t i = 0; i < n; i++)
        if (result == 0 && a[i] != b[i])
            result = a[i] < b[i] ? -1 : 1;
    return result;
}
