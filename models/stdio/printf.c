#include "stdio.h"

MODEL int printf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_fd(1, format, ap);
    va_end(ap);
    return n;
}

MODEL int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_fd(1, format, ap);
    va_end(ap);
    return n;
}
