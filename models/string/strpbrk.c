#include "cairn.h"

MODEL char *strpbrk(const char *s, const char *accept) {
    while (*s != '\0') {
        size_t i = 0;
        while (accept[i] != '\0' && accept[i] != *s)
            i++;
        if (accept[i] != '\0')
            return (char *)s;
        s++;
    }
    return NULL;
}
