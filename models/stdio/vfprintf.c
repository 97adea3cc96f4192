#include "stdio.h"

MODEL int vfprintf(FILE *f, const char *format, va_list ap) { return __cairn_format_stream(f, format, ap); }

MODEL int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap) {
    (void)flag;
    return __cairn_format_stream(f, format, ap);
}
