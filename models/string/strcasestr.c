#include "cairn.h"
#include "ctype.h"

MODEL char *strcasestr(const char *s, const char *part) {
    for (;;) {
        size_t i = 0;
        while (part[i] != '\0' && to_lower((unsigned char)s[i]) == to_lower((unsigned char)part[i]))
            i++;
        if (part[i] == '\0')
            return (char *)s;
        if (s[i] == '\0')
            return NULL;
        s++;
    }
}
