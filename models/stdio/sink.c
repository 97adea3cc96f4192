#include "format.h"
#include "stdio.h"

void __cairn_put(struct sink *out, const char *p, size_t n) {
    if (n == 0)
        return;
    if (out->fd >= 0) {
        __cairn_output(out->fd, p, n);
    } else if (out->count < out->room) {
        size_t left = out->room - out->count;
        memcpy(out->buf + out->count, p, n < left ? n : left);
    }
    out->count += n;
}

void __cairn_pad(struct sink *out, char c, size_t n) {
    while (n > 0) {
        __cairn_put(out, &c, 1);
        n--;
    }
}

int __cairn_format_fd(int fd, const char *format, va_list ap) {
    struct sink out = {fd, NULL, 0, 0};
    return __cairn_format(&out, format, ap);
}

int __cairn_format_string(char *s, size_t size, const char *format, va_list ap) {
    struct sink out = {-1, s, size > 0 ? size - 1 : 0, 0};
    int result = __cairn_format(&out, format, ap);
    if (size > 0)
        s[out.count < out.room ? out.count : out.room] = '\0';
    return result;
}
