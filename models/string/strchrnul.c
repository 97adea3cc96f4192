#include "cairn.h"

MODEL char *strchrnul(const char *s, int c) {
    while (*s != '\0' && *s != (char)c)
        s++;
    return (char *)s;
}
