#include "stdio.h"

MODEL int snprintf(char *s, size_t n, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __cairn_format_string(s, n, format, ap);
    va_end(ap);
    return count;
}

MODEL int __snprintf_chk(char *s, size_t n, int flag, size_t size, const char *format, ...) {
    (void)flag;
    (void)size;
    va_list ap;
    va_start(ap, format);
    int count = __cairn_format_string(s, n, format, ap);
    va_end(ap);
    return count;
}
