#include "stdio.h"

MODEL int vasprintf(char **result, const char *format, va_list ap) { return __cairn_format_new(result, format, ap); }

MODEL int __vasprintf_chk(char **result, int flag, const char *format, va_list ap) {
    (void)flag;
    return __cairn_format_new(result, format, ap);
}
