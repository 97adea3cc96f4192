/* Reading numbers out of strings. */
#ifndef CAIRN_NUMBER_H
#define CAIRN_NUMBER_H

#include "cairn.h"

/* An integer in a string, as `strtol` and its siblings read it. */
struct parsed_integer {
    unsigned long long magnitude; /* ULLONG_MAX when it does not fit */
    int negative;
    int too_large;
    const char *end; /* the first byte that does not belong to the number; the start when there is none */
};

/* `base` is 0 or 2..36; `binary` says whether "0b" is a prefix (C23). */
struct parsed_integer __cairn_parse_integer(const char *s, int base, int binary);

long __cairn_strtol(const char *s, char **end, int base, int binary);
unsigned long __cairn_strtoul(const char *s, char **end, int base, int binary);
long long __cairn_strtoll(const char *s, char **end, int base, int binary);
unsigned long long __cairn_strtoull(const char *s, char **end, int base, int binary);

/* The length of the longest subject sequence of `strtod` that starts at `s` (after white space); 0 for none. */
size_t __cairn_float_length(const char *s);
/* Whether `s[0..len)`, a subject sequence, is a number (not inf or nan), and one that is not zero. */
int __cairn_float_is_number(const char *s, size_t len);
int __cairn_float_is_nonzero(const char *s, size_t len);

#endif
