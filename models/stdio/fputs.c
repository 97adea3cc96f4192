#include "stdio.h"

int __cairn_fputs(const char *s, FILE *f) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return __cairn_stream_write(f, s, n) ? 1 : EOF;
}

MODEL int fputs(const char *s, FILE *f) { return __cairn_fputs(s, f); }

MODEL int fputs_unlocked(const char *s, FILE *f) { return __cairn_fputs(s, f); }
