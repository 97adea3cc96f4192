#include "cairn.h"

MODEL size_t strlcpy(char *to, const char *from, size_t size) {
    size_t i = 0;
    while (from[i] != '\0') {
        if (i + 1 < size)
            to[i] = from[i];
        i++;
    }
    if (size > 0)
        to[i < size ? i : size - 1] = '\0';
    return i;
}
