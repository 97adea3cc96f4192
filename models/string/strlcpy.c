#include "cairn.h"

MODEL size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = 0;
    while (from[length] != '\0')
        length++;
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied + 1);
        to[copied] = '\0';
    }
    return length;
}
