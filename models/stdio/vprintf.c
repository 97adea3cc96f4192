#include "stdio.h"

MODEL int vprintf(const char *format, va_list ap) { return __cairn_format_fd(1, format, ap); }

MODEL int __vprintf_chk(int flag, const char *format, va_list ap) {
    (void)flag;
    return __cairn_format_fd(1, format, ap);
}
