#include "cairn.h"

static char *append(char *to, const char *from) {
    size_t end = 0;
    while (to[end] != '\0')
        end++;
    size_t i = 0;
    while (from[i] != '\0') {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = '\0';
    return to;
}

MODEL char *strcat(char *to, const char *from) { return append(to, from); }

MODEL char *__strcat_chk(char *to, const char *from, size_t size) {
    (void)size;
    return append(to, from);
}
