#include "stdio.h"

char __cairn_descriptors[MOST_OPEN];
struct _IO_FILE __cairn_stdin = {.fd = 0};
struct _IO_FILE __cairn_stdout = {.fd = 1};
struct _IO_FILE __cairn_stderr = {.fd = 2};

void __cairn_check_open(FILE *f) {
    if (f->fd > 2 && !f->is_open)
        __cairn_unsupported("a stream that was closed");
}

void __cairn_output(int fd, const void *p, size_t n) {
    if (fd <= 2) {
        __cairn_write(fd, p, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        (void)((const volatile char *)p)[i];
}

int __cairn_stream_write(FILE *f, const void *p, size_t n) {
    __cairn_check_open(f);
    if (f->fd == 0 || (f->fd > 2 && !f->writes)) {
        f->failed = 1;
        __cairn_errno = EBADF;
        return 0;
    }
    if (n > 0)
        __cairn_output(f->fd, p, n);
    if (f->fd > 2)
        f->position += (long)n;
    return 1;
}

long __cairn_file_size(void) {
    long size = __VERIFIER_nondet_long();
    __VERIFIER_assume(size >= 0 && size <= LONG_MAX / 2);
    return size;
}

/* A file holds any bytes, and may hold others when it is read again; reading may fail (-2). */
static int file_byte(FILE *f) {
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -2 && c <= 255);
    if (c >= 0)
        f->position++;
    return c;
}

int __cairn_getc(FILE *f) {
    __cairn_check_open(f);
    if (f->pushed_count > 0) {
        f->pushed_count--;
        return f->pushed[f->pushed_count];
    }
    if (f->fd != 0 && (f->fd <= 2 || !f->reads)) {
        f->failed = 1;
        __cairn_errno = EBADF;
        return EOF;
    }
    if (f->at_end)
        return EOF;
    int c = f->fd == 0 ? __cairn_stdin_byte() : file_byte(f);
    if (c == -2) {
        f->failed = 1;
        __cairn_errno = EIO;
        return EOF;
    }
    if (c < 0) {
        f->at_end = 1;
        return EOF;
    }
    return c;
}

int __cairn_ungetc(int c, FILE *f) {
    __cairn_check_open(f);
    if (c == EOF || (f->fd != 0 && (f->fd <= 2 || !f->reads)))
        return EOF;
    if (f->pushed_count == PUSHBACK)
        __cairn_unsupported("more than 8 bytes pushed back with ungetc");
    f->pushed[f->pushed_count] = (unsigned char)c;
    f->pushed_count++;
    f->at_end = 0;
    return (unsigned char)c;
}
