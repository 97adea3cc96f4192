#include "stdio.h"

struct _IO_FILE __cairn_stdin = {.fd = 0};
struct _IO_FILE __cairn_stdout = {.fd = 1};
struct _IO_FILE __cairn_stderr = {.fd = 2};

int __cairn_stream_write(FILE *f, const void *p, size_t n) {
    if (f->fd == 0) {
        f->failed = 1;
        __cairn_errno = EBADF;
        return 0;
    }
    if (n > 0)
        __cairn_write(f->fd, p, n);
    return 1;
}

int __cairn_getc(FILE *f) {
    if (f->pushed_count > 0) {
        f->pushed_count--;
        return f->pushed[f->pushed_count];
    }
    if (f->fd != 0) {
        f->failed = 1;
        __cairn_errno = EBADF;
        return EOF;
    }
    if (f->at_end)
        return EOF;
    int c = __cairn_stdin_byte();
    if (c < 0) {
        f->at_end = 1;
        return EOF;
    }
    return c;
}

int __cairn_ungetc(int c, FILE *f) {
    if (c == EOF || f->fd != 0)
        return EOF;
    if (f->pushed_count == PUSHBACK)
        __cairn_unsupported("more than 8 bytes pushed back with ungetc");
    f->pushed[f->pushed_count] = (unsigned char)c;
    f->pushed_count++;
    f->at_end = 0;
    return (unsigned char)c;
}
