#include "cairn.h"

enum { LONGEST = 511, CATEGORIES = 13, LC_ALL = 6 };

static char c_locale[] = "C";
static char given[LONGEST + 1], other[LONGEST + 1];
/* Some category is not that of "C"; and all of them were set at once. */
static int changed, together;

static int equal(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* A name that only the environment knows. */
static char *any_name(char *into) {
    int length = 0;
    char c = __VERIFIER_nondet_char();
    if (c == '\0')
        into[length++] = 'C';
    while (c != '\0' && length < LONGEST) {
        into[length] = c;
        length++;
        c = __VERIFIER_nondet_char();
    }
    into[length] = '\0';
    return into;
}

/* "C" is always there; which others are, and which one the empty name means, is up to the environment. Only names change:
 * all other functions go on as in "C". */
MODEL char *setlocale(int category, const char *locale) {
    if (category < 0 || category >= CATEGORIES)
        return NULL;
    if (locale == NULL) {
        if (!changed)
            return c_locale;
        return together && category == LC_ALL ? given : any_name(other);
    }
    if (equal(locale, "C") || equal(locale, "POSIX")) {
        if (category == LC_ALL)
            changed = 0;
        together = 0;
        return c_locale;
    }
    if (__VERIFIER_nondet_int() == 0)
        return NULL;
    changed = 1;
    together = category == LC_ALL;
    if (*locale == '\0')
        return any_name(given);
    int length = 0;
    while (locale[length] != '\0') {
        if (length == LONGEST)
            __cairn_unsupported("a locale whose name has more than 511 bytes");
        given[length] = locale[length];
        length++;
    }
    given[length] = '\0';
    return given;
}
