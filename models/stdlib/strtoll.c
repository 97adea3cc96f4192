#include "number.h"

MODEL long long strtoll(const char *s, char **end, int base) { return __cairn_strtoll(s, end, base, 0); }

MODEL long long strtoq(const char *s, char **end, int base) { return __cairn_strtoll(s, end, base, 0); }

MODEL long long strtoimax(const char *s, char **end, int base) { return __cairn_strtoll(s, end, base, 0); }

MODEL long long __isoc23_strtoll(const char *s, char **end, int base) { return __cairn_strtoll(s, end, base, 1); }

MODEL long long __strtoll_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return __cairn_strtoll(s, end, base, 0);
}
