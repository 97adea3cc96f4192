#include "stdio.h"

MODEL int vsprintf(char *s, const char *format, va_list ap) { return __cairn_format_string(s, SIZE_MAX, format, ap); }

MODEL int __vsprintf_chk(char *s, int flag, size_t size, const char *format, va_list ap) {
    (void)flag;
    (void)size;
    return __cairn_format_string(s, SIZE_MAX, format, ap);
}
