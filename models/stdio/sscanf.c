#include "stdio.h"

MODEL int sscanf(const char *s, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_string(s, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc99_sscanf(const char *s, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_string(s, format, ap);
    va_end(ap);
    return n;
}

MODEL int __isoc23_sscanf(const char *s, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = __cairn_scan_string(s, format, ap);
    va_end(ap);
    return n;
}
