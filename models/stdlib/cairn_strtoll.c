#include "number.h"

long long __cairn_strtoll(const char *s, char **end, int base, int binary) {
    if (base < 0 || base == 1 || base > 36) {
        __cairn_errno = EINVAL;
        return 0;
    }
    struct parsed_integer number = __cairn_parse_integer(s, base, binary);
    if (end != NULL)
        *end = (char *)number.end;
    if (number.negative) {
        if (number.magnitude > (unsigned long long)LLONG_MAX + 1) {
            __cairn_errno = ERANGE;
            return LLONG_MIN;
        }
        return number.magnitude == (unsigned long long)LLONG_MAX + 1 ? LLONG_MIN : -(long long)number.magnitude;
    }
    if (number.magnitude > LLONG_MAX) {
        __cairn_errno = ERANGE;
        return LLONG_MAX;
    }
    return (long long)number.magnitude;
}
