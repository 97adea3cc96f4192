#include "stdio.h"

MODEL int asprintf(char **result, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_new(result, format, ap);
    va_end(ap);
    return n;
}

MODEL int __asprintf_chk(char **result, int flag, const char *format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_new(result, format, ap);
    va_end(ap);
    return n;
}
