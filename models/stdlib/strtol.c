#include "number.h"

MODEL long strtol(const char *s, char **end, int base) { return __cairn_strtol(s, end, base, 0); }

MODEL long __isoc23_strtol(const char *s, char **end, int base) { return __cairn_strtol(s, end, base, 1); }

MODEL long __strtol_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return __cairn_strtol(s, end, base, 0);
}
