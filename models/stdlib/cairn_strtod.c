#include "ctype.h"
#include "number.h"

double __cairn_strtod(const char *s, char **end) {
    const char *start = s;
    while (is_space(*start))
        start++;
    size_t length = __cairn_float_length(start);
    if (end != NULL)
        *end = (char *)(length > 0 ? start + length : s);
    if (length == 0)
        return 0;
    double value = __cairn_parse_double(start, length);
    if (__cairn_float_is_number(start, length)) {
        double magnitude = value < 0 ? -value : value;
        if (magnitude > __DBL_MAX__ || (magnitude < __DBL_MIN__ && __cairn_float_is_nonzero(start, length)))
            __cairn_errno = ERANGE;
    }
    return value;
}
