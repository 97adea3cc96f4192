#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

MODEL int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}
