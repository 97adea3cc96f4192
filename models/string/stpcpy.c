#include "cairn.h"

static char *copy(char *to, const char *from) {
    size_t i = 0;
    while (from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
    return to + i;
}

MODEL char *stpcpy(char *to, const char *from) { return copy(to, from); }

MODEL char *__stpcpy(char *to, const char *from) { return copy(to, from); }

MODEL char *__stpcpy_chk(char *to, const char *from, size_t size) {
    (void)size;
    return copy(to, from);
}
