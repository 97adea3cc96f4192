#include "stdio.h"

MODEL int vfscanf(FILE *f, const char *format, va_list ap) { return __cairn_scan_stream(f, format, ap); }

MODEL int __isoc99_vfscanf(FILE *f, const char *format, va_list ap) { return __cairn_scan_stream(f, format, ap); }

MODEL int __isoc23_vfscanf(FILE *f, const char *format, va_list ap) { return __cairn_scan_stream(f, format, ap); }
