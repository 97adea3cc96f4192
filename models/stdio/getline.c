#include "stdio.h"

enum { FIRST_SIZE = 120 };

/* Room for `needed` bytes in `*line`; 0 when there is no memory. */
static int grow(char **line, size_t *size, size_t needed) {
    if (*line != NULL && needed <= *size)
        return 1;
    size_t larger = *line == NULL ? FIRST_SIZE : *size * 2;
    if (larger < needed)
        larger = needed;
    char *moved = realloc(*line, larger);
    if (moved == NULL)
        return 0;
    *line = moved;
    *size = larger;
    return 1;
}

static ptrdiff_t read_until(char **line, size_t *size, int delimiter, FILE *f) {
    size_t n = 0;
    if (line == NULL || size == NULL) {
        __cairn_errno = EINVAL;
        return -1;
    }
    if (!grow(line, size, 1))
        return -1;
    for (;;) {
        int c = __cairn_getc(f);
        if (c == EOF)
            break;
        if (!grow(line, size, n + 2))
            return -1;
        (*line)[n] = (char)c;
        n++;
        if (c == delimiter)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = '\0';
    return (ptrdiff_t)n;
}

MODEL ptrdiff_t getline(char **line, size_t *size, FILE *f) { return read_until(line, size, '\n', f); }

MODEL ptrdiff_t getdelim(char **line, size_t *size, int delimiter, FILE *f) {
    return read_until(line, size, delimiter, f);
}

MODEL ptrdiff_t __getdelim(char **line, size_t *size, int delimiter, FILE *f) {
    return read_until(line, size, delimiter, f);
}
