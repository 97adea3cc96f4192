#include "cairn.h"

typedef __WCHAR_TYPE__ wchar_t;

enum { EILSEQ = 84, LAST_ASCII = 127 };

/* In the "C" locale of glibc: ASCII, and nothing else. */
MODEL size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    while (to == NULL || i < n) {
        unsigned char c = (unsigned char)from[i];
        if (c > LAST_ASCII) {
            __cairn_errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = c;
        if (c == 0)
            break;
        i++;
    }
    return i;
}
