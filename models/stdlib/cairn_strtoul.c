#include "number.h"

/* A minus sign negates in the unsigned type. */
unsigned long __cairn_strtoul(const char *s, char **end, int base, int binary) {
    if (base < 0 || base == 1 || base > 36) {
        __cairn_errno = EINVAL;
        return 0;
    }
    struct parsed_integer number = __cairn_parse_integer(s, base, binary);
    if (end != NULL)
        *end = (char *)number.end;
    if (number.too_large || number.magnitude > ULONG_MAX) {
        __cairn_errno = ERANGE;
        return ULONG_MAX;
    }
    unsigned long value = (unsigned long)number.magnitude;
    return number.negative ? 0 - value : value;
}
