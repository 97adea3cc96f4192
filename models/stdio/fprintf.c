#include "stdio.h"

MODEL int fprintf(FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_stream(f, format, ap);
    va_end(ap);
    return n;
}

MODEL int __fprintf_chk(FILE *f, int flag, const char *format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int n = __cairn_format_stream(f, format, ap);
    va_end(ap);
    return n;
}
