#include "stdio.h"

MODEL int sprintf(char *s, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_string(s, SIZE_MAX, format, ap);
    va_end(ap);
    return n;
}

MODEL int __sprintf_chk(char *s, int flag, size_t size, const char *format, ...) {
    (void)flag;
    (void)size;
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_string(s, SIZE_MAX, format, ap);
    va_end(ap);
    return n;
}
