#include "cairn.h"

static char *copy(char *to, const char *from) {
    size_t i = 0;
    while (from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
    return to;
}

MODEL char *strcpy(char *to, const char *from) { return copy(to, from); }

MODEL char *__strcpy_chk(char *to, const char *from, size_t size) {
    (void)size;
    return copy(to, from);
}
