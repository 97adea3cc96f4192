#include "cairn.h"

MODEL size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (s[n] != '\0') {
        size_t i = 0;
        while (reject[i] != '\0' && reject[i] != s[n])
            i++;
        if (reject[i] != '\0')
            return n;
        n++;
    }
    return n;
}
