#include "cairn.h"

double __cairn_strtod(const char *s, char **end);

MODEL double strtod(const char *s, char **end) { return __cairn_strtod(s, end); }

MODEL double __strtod_internal(const char *s, char **end, int group) {
    (void)group;
    return __cairn_strtod(s, end);
}
