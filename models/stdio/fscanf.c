#include "stdio.h"

MODEL int fscanf(FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(f, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc99_fscanf(FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(f, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc23_fscanf(FILE *f, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_stream(f, format, ap);
    va_end(ap);
    return n;
}
