#include "stdio.h"

/* Writes as far as the line goes, which is why it was removed from C. */
static char *read_line(char *s) {
    size_t i = 0;
    int c = __cairn_getc(&__cairn_stdin);
    if (c == EOF)
        return NULL;
    while (c != EOF && c != '\n') {
        s[i] = (char)c;
        i++;
        c = __cairn_getc(&__cairn_stdin);
    }
    s[i] = '\0';
    return s;
}

MODEL char *gets(char *s) { return read_line(s); }

MODEL char *__gets_chk(char *s, size_t size) {
    (void)size;
    return read_line(s);
}
