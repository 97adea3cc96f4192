/* Streams, and what the functions of printf's and scanf's families share.
 *
 * The three standard streams are not buffered: what is written is output at once, in order. Streams of files have
 * descriptors from 3 on: what is read from one is any bytes, what is written goes nowhere. */
#ifndef CAIRN_STDIO_H
#define CAIRN_STDIO_H

#include "cairn.h"

enum { PUSHBACK = 8 };

/* The first bytes stand where glibc's headers think its own fields are; they stay zero (an empty buffer). */
struct _IO_FILE {
    unsigned char reserved[216];
    int fd;
    int at_end;
    int failed;
    int pushed_count;
    unsigned char pushed[PUSHBACK];
    /* Of files only. */
    int is_open;
    int reads;
    int writes;
    long position;
    /* 1: has positions, -1: has none, 0: nobody has asked yet. */
    int seekable;
};
typedef struct _IO_FILE FILE;

/* Streams of files, over the whole run; descriptors of those that are open, from 3 on, are used again. */
enum { MOST_OPEN = 8 };
extern char __cairn_descriptors[MOST_OPEN];

extern struct _IO_FILE __cairn_stdin, __cairn_stdout, __cairn_stderr;

/* Standard output or error, or a file, which keeps nothing; the `n` bytes are read. */
void __cairn_output(int fd, const void *p, size_t n);
/* Ends runs in which a stream was closed before. */
void __cairn_check_open(FILE *f);
/* How long a file is, nobody knows. */
long __cairn_file_size(void);
/* 1, or 0 when the stream is not for writing. */
int __cairn_stream_write(FILE *f, const void *p, size_t n);
/* The next byte, or EOF; the end of the input is remembered. */
int __cairn_getc(FILE *f);
int __cairn_ungetc(int c, FILE *f);
/* What the functions of the same names do. */
char *__cairn_fgets(char *s, int n, FILE *f);
size_t __cairn_fread(void *p, size_t size, size_t n, FILE *f);
size_t __cairn_fwrite(const void *p, size_t size, size_t n, FILE *f);
int __cairn_fputc(int c, FILE *f);
int __cairn_fputs(const char *s, FILE *f);

/* printf's family: the number of bytes, or -1 when it does not fit an int. `size` counts the final NUL. */
int __cairn_format_fd(int fd, const char *format, va_list ap);
int __cairn_format_stream(FILE *f, const char *format, va_list ap);
int __cairn_format_string(char *s, size_t size, const char *format, va_list ap);
int __cairn_format_new(char **result, const char *format, va_list ap);

/* scanf's family: the number of assignments, or EOF. */
int __cairn_scan_stream(FILE *f, const char *format, va_list ap);
int __cairn_scan_string(const char *s, const char *format, va_list ap);

#endif
