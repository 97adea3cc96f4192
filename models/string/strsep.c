#include "cairn.h"

static char *split(char **rest, const char *separators) {
    char *start = *rest;
    if (start == NULL)
        return NULL;
    char *end = start;
    while (*end != '\0') {
        const char *separator = separators;
        while (*separator != '\0' && *separator != *end)
            separator++;
        if (*separator != '\0') {
            *end = '\0';
            *rest = end + 1;
            return start;
        }
        end++;
    }
    *rest = NULL;
    return start;
}

MODEL char *strsep(char **rest, const char *separators) { return split(rest, separators); }

MODEL char *__strsep(char **rest, const char *separators) { return split(rest, separators); }
