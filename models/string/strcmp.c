#include "cairn.h"

static int compare(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

MODEL int strcmp(const char *a, const char *b) { return compare(a, b); }

/* The C locale orders by bytes. */
MODEL int strcoll(const char *a, const char *b) { return compare(a, b); }
