#include "number.h"

MODEL unsigned long strtoul(const char *s, char **end, int base) { return __cairn_strtoul(s, end, base, 0); }

MODEL unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return __cairn_strtoul(s, end, base, 1); }

MODEL unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return __cairn_strtoul(s, end, base, 0);
}
