#include "stdio.h"

/* File descriptors other than standard output and error are not modelled. */
static int format_descriptor(int fd, const char *format, va_list ap) {
    if (fd != 1 && fd != 2)
        __cairn_unsupported("dprintf to a descriptor other than 1 and 2");
    return __cairn_format_fd(fd, format, ap);
}

MODEL int dprintf(int fd, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = format_descriptor(fd, format, ap);
    va_end(ap);
    return n;
}

MODEL int vdprintf(int fd, const char *format, va_list ap) { return format_descriptor(fd, format, ap); }
