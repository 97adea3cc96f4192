#include "cairn.h"

float __cairn_strtof(const char *s, char **end);

MODEL float strtof(const char *s, char **end) { return __cairn_strtof(s, end); }

MODEL float __strtof_internal(const char *s, char **end, int group) {
    (void)group;
    return __cairn_strtof(s, end);
}
