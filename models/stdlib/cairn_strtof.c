#include "ctype.h"
#include "number.h"

float __cairn_strtof(const char *s, char **end) {
    const char *start = s;
    while (is_space(*start))
        start++;
    size_t length = __cairn_float_length(start);
    if (end != NULL)
        *end = (char *)(length > 0 ? start + length : s);
    if (length == 0)
        return 0;
    float value = __cairn_parse_float(start, length);
    if (__cairn_float_is_number(start, length)) {
        float magnitude = value < 0 ? -value : value;
        if (magnitude > __FLT_MAX__ || (magnitude < __FLT_MIN__ && __cairn_float_is_nonzero(start, length)))
            __cairn_errno = ERANGE;
    }
    return value;
}
