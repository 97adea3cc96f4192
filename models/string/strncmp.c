#include "cairn.h"

MODEL int strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == '\0')
            return 0;
        i++;
    }
    return 0;
}
