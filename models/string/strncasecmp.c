#include "cairn.h"
#include "ctype.h"

MODEL int strncasecmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n) {
        int difference = to_lower((unsigned char)a[i]) - to_lower((unsigned char)b[i]);
        if (difference != 0)
            return difference;
        if (a[i] == '\0')
            return 0;
        i++;
    }
    return 0;
}
