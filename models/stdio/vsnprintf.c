#include "stdio.h"

MODEL int vsnprintf(char *s, size_t n, const char *format, va_list ap) {
    return __cairn_format_string(s, n, format, ap);
}

MODEL int __vsnprintf_chk(char *s, size_t n, int flag, size_t size, const char *format, va_list ap) {
    (void)flag;
    (void)size;
    return __cairn_format_string(s, n, format, ap);
}
