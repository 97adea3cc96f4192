#include "stdio.h"

size_t __cairn_fwrite(const void *p, size_t size, size_t n, FILE *f) {
    if (size == 0 || n == 0)
        return 0;
    size_t bytes = n > SIZE_MAX / size ? SIZE_MAX : size * n;
    return __cairn_stream_write(f, p, bytes) ? n : 0;
}

MODEL size_t fwrite(const void *p, size_t size, size_t n, FILE *f) { return __cairn_fwrite(p, size, n, f); }

MODEL size_t fwrite_unlocked(const void *p, size_t size, size_t n, FILE *f) { return __cairn_fwrite(p, size, n, f); }
