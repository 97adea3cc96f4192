/* Inside printf: where the bytes go, and one conversion. */
#ifndef CAIRN_FORMAT_H
#define CAIRN_FORMAT_H

#include "cairn.h"
#include "length.h"

/* Bytes go to `fd`, or when that is negative to `buf`, of which at most `room` bytes are written.
 * `count` is what an unlimited destination would have got. */
struct sink {
    int fd;
    char *buf;
    size_t room;
    size_t count;
};

void __cairn_put(struct sink *out, const char *p, size_t n);
void __cairn_pad(struct sink *out, char c, size_t n);

/* One conversion specification. A negative precision is none. */
struct conversion {
    int flags;
    int width;
    int precision;
    enum length length;
    char letter;
};

/* A field of `n` bytes, padded with spaces to its width. */
void __cairn_put_field(struct sink *out, const struct conversion *c, const char *p, size_t n);
void __cairn_format_integer(struct sink *out, const struct conversion *c, uintmax_t magnitude, int negative);
void __cairn_format_float(struct sink *out, const struct conversion *c, double x);
void __cairn_format_long_float(struct sink *out, const struct conversion *c, long double x);
/* The number of bytes, or -1 and EOVERFLOW when it does not fit an int. */
int __cairn_format(struct sink *out, const char *format, va_list ap);

#endif
