#include "stdio.h"

MODEL int vsscanf(const char *s, const char *format, va_list ap) { return __cairn_scan_string(s, format, ap); }

MODEL int __isoc99_vsscanf(const char *s, const char *format, va_list ap) { return __cairn_scan_string(s, format, ap); }

MODEL int __isoc23_vsscanf(const char *s, const char *format, va_list ap) { return __cairn_scan_string(s, format, ap); }
