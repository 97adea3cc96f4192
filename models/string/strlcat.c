#include "cairn.h"

MODEL size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0;
    while (start < size && to[start] != '\0')
        start++;
    size_t i = 0;
    while (from[i] != '\0') {
        if (start + i + 1 < size)
            to[start + i] = from[i];
        i++;
    }
    if (start < size)
        to[start + i < size ? start + i : size - 1] = '\0';
    return start + i;
}
