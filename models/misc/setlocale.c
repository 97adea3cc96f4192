#include "cairn.h"

static char name[] = "C";

static int equal(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* There is one locale. The empty name, which asks the environment, means it too. */
MODEL char *setlocale(int category, const char *locale) {
    if (category < 0 || category > 12)
        return NULL;
    if (locale == NULL || equal(locale, "") || equal(locale, "C") || equal(locale, "POSIX"))
        return name;
    return NULL;
}
