#include "stdio.h"

/* On failure `*result` is NULL, as glibc has it; the standard leaves it open. */
int __cairn_format_new(char **result, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = __cairn_format_string(NULL, 0, format, ap);
    char *s = n < 0 ? NULL : malloc((size_t)n + 1);
    if (s == NULL)
        n = -1;
    else
        __cairn_format_string(s, (size_t)n + 1, format, again);
    va_end(again);
    *result = s;
    return n;
}
