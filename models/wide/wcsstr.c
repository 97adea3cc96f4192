#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

MODEL wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    for (;;) {
        size_t i = 0;
        while (part[i] != 0 && part[i] == s[i])
            i++;
        if (part[i] == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return NULL;
        s++;
    }
}
