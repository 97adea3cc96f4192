#include "stdio.h"

int __cairn_format_stream(FILE *f, const char *format, va_list ap) {
    if (!__cairn_stream_write(f, "", 0))
        return -1;
    return __cairn_format_fd(f->fd, format, ap);
}
