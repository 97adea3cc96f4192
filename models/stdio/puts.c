#include "stdio.h"

MODEL int puts(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    if (n > 0)
        __cairn_write(1, s, n);
    __cairn_write(1, "\n", 1);
    return n < INT_MAX ? (int)n + 1 : INT_MAX;
}
