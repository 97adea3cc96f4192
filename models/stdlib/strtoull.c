#include "number.h"

MODEL unsigned long long strtoull(const char *s, char **end, int base) { return __cairn_strtoull(s, end, base, 0); }

MODEL unsigned long long strtouq(const char *s, char **end, int base) { return __cairn_strtoull(s, end, base, 0); }

MODEL unsigned long long strtoumax(const char *s, char **end, int base) { return __cairn_strtoull(s, end, base, 0); }

MODEL unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return __cairn_strtoull(s, end, base, 1);
}

MODEL unsigned long long __strtoull_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return __cairn_strtoull(s, end, base, 0);
}
