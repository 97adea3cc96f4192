#include "cairn.h"

MODEL size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0;
    while (start < size && to[start] != '\0')
        start++;
    size_t length = 0;
    while (from[length] != '\0')
        length++;
    if (start < size) {
        size_t copied = length < size - start ? length : size - start - 1;
        memcpy(to + start, from, copied + 1);
        to[start + copied] = '\0';
    }
    return start + length;
}
