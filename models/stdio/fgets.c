#include "stdio.h"

/* The buffer is untouched when the input is at its end. */
char *__cairn_fgets(char *s, int n, FILE *f) {
    int i = 0;
    if (n <= 0)
        return NULL;
    while (i < n - 1) {
        int c = __cairn_getc(f);
        if (c == EOF) {
            if (i == 0)
                return NULL;
            break;
        }
        s[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    s[i] = '\0';
    return s;
}

MODEL char *fgets(char *s, int n, FILE *f) { return __cairn_fgets(s, n, f); }

MODEL char *fgets_unlocked(char *s, int n, FILE *f) { return __cairn_fgets(s, n, f); }

MODEL char *__fgets_chk(char *s, size_t size, int n, FILE *f) {
    (void)size;
    return __cairn_fgets(s, n, f);
}
