#include "number.h"

long __cairn_strtol(const char *s, char **end, int base, int binary) {
    if (base < 0 || base == 1 || base > 36) {
        __cairn_errno = EINVAL;
        return 0;
    }
    struct parsed_integer number = __cairn_parse_integer(s, base, binary);
    if (end != NULL)
        *end = (char *)number.end;
    if (number.negative) {
        if (number.magnitude > (unsigned long)LONG_MAX + 1) {
            __cairn_errno = ERANGE;
            return LONG_MIN;
        }
        return number.magnitude == (unsigned long)LONG_MAX + 1 ? LONG_MIN : -(long)number.magnitude;
    }
    if (number.magnitude > LONG_MAX) {
        __cairn_errno = ERANGE;
        return LONG_MAX;
    }
    return (long)number.magnitude;
}
