#include "cairn.h"

MODEL size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (s[n] != '\0') {
        size_t i = 0;
        while (accept[i] != '\0' && accept[i] != s[n])
            i++;
        if (accept[i] == '\0')
            return n;
        n++;
    }
    return n;
}
