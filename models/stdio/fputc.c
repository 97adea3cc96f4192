#include "stdio.h"

int __cairn_fputc(int c, FILE *f) {
    unsigned char byte = (unsigned char)c;
    return __cairn_stream_write(f, &byte, 1) ? byte : EOF;
}

MODEL int fputc(int c, FILE *f) { return __cairn_fputc(c, f); }

MODEL int putc(int c, FILE *f) { return __cairn_fputc(c, f); }

MODEL int fputc_unlocked(int c, FILE *f) { return __cairn_fputc(c, f); }

MODEL int putc_unlocked(int c, FILE *f) { return __cairn_fputc(c, f); }

MODEL int _IO_putc(int c, FILE *f) { return __cairn_fputc(c, f); }

MODEL int __overflow(FILE *f, int c) { return __cairn_fputc(c, f); }
