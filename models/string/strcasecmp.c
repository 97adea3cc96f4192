#include "cairn.h"
#include "ctype.h"

static int compare(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && to_lower((unsigned char)a[i]) == to_lower((unsigned char)b[i]))
        i++;
    return to_lower((unsigned char)a[i]) - to_lower((unsigned char)b[i]);
}

MODEL int strcasecmp(const char *a, const char *b) { return compare(a, b); }

MODEL int __strcasecmp(const char *a, const char *b) { return compare(a, b); }
