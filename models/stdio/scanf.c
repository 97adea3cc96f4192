#include "stdio.h"

MODEL int scanf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(&__cairn_stdin, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc99_scanf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(&__cairn_stdin, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc23_scanf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(&__cairn_stdin, format, ap);
    va_end(ap);
    return n;
}
