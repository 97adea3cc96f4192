#include "cairn.h"

char *__cairn_strtok(char *s, const char *separators, char **rest);

static char *rest;

MODEL char *strtok(char *s, const char *separators) { return __cairn_strtok(s, separators, &rest); }
