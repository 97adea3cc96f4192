#include "cairn.h"

MODEL char *strstr(const char *s, const char *part) {
    for (;;) {
        size_t i = 0;
        while (part[i] != '\0' && s[i] == part[i])
            i++;
        if (part[i] == '\0')
            return (char *)s;
        if (s[i] == '\0')
            return NULL;
        s++;
    }
}
