#include "stdio.h"

char *__cairn_strerror(int number);

static void complain(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    if (n > 0)
        __cairn_write(2, s, n);
}

MODEL void perror(const char *s) {
    int number = __cairn_errno;
    if (s != NULL && *s != '\0') {
        complain(s);
        complain(": ");
    }
    complain(__cairn_strerror(number));
    complain("\n");
}
