#include "stdio.h"

MODEL int vscanf(const char *format, va_list ap) { return __cairn_scan_stream(&__cairn_stdin, format, ap); }

MODEL int __isoc99_vscanf(const char *format, va_list ap) { return __cairn_scan_stream(&__cairn_stdin, format, ap); }

MODEL int __isoc23_vscanf(const char *format, va_list ap) { return __cairn_scan_stream(&__cairn_stdin, format, ap); }
