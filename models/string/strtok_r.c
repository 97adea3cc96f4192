#include "cairn.h"

static int is_in(char c, const char *set) {
    while (*set != '\0') {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

/* Between calls `*rest` points at what is still to be split: at a NUL when nothing is. */
char *__cairn_strtok(char *s, const char *separators, char **rest) {
    if (s == NULL)
        s = *rest;
    while (*s != '\0' && is_in(*s, separators))
        s++;
    if (*s == '\0') {
        *rest = s;
        return NULL;
    }
    char *end = s;
    while (*end != '\0' && !is_in(*end, separators))
        end++;
    if (*end != '\0') {
        *end = '\0';
        end++;
    }
    *rest = end;
    return s;
}

MODEL char *strtok_r(char *s, const char *separators, char **rest) { return __cairn_strtok(s, separators, rest); }

MODEL char *__strtok_r(char *s, const char *separators, char **rest) { return __cairn_strtok(s, separators, rest); }
