#include "cairn.h"

double __cairn_strtod(const char *s, char **end);

MODEL double atof(const char *s) { return __cairn_strtod(s, NULL); }
