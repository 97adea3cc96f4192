#include "cairn.h"

/* The C locale orders by bytes: the transformed string is the string. When it does not fit, `n` bytes of it
 * are written, which the standard leaves open. */
MODEL size_t strxfrm(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (from[i] != '\0') {
        if (i < n)
            to[i] = from[i];
        i++;
    }
    if (i < n)
        to[i] = '\0';
    return i;
}
