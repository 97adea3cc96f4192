#include "ctype.h"
#include "number.h"

/* The value of a digit of any base up to 36; 99 for what is none. */
static int digit_value(char c) {
    if (is_digit(c))
        return c - '0';
    if (is_lower(c))
        return c - 'a' + 10;
    if (is_upper(c))
        return c - 'A' + 10;
    return 99;
}

/* 16 or 2 when `s` starts with the prefix of that base and a digit of it follows, else 0. */
static int prefix_base(const char *s, int binary) {
    if (s[0] != '0')
        return 0;
    if ((s[1] == 'x' || s[1] == 'X') && is_xdigit(s[2]))
        return 16;
    if (binary && (s[1] == 'b' || s[1] == 'B') && (s[2] == '0' || s[2] == '1'))
        return 2;
    return 0;
}

struct parsed_integer __cairn_parse_integer(const char *s, int base, int binary) {
    struct parsed_integer result = {0, 0, 0, s};
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+') {
        result.negative = *s == '-';
        s++;
    }
    int prefix = prefix_base(s, binary);
    if (prefix != 0 && (base == 0 || base == prefix)) {
        base = prefix;
        s += 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    while (digit_value(*s) < base) {
        unsigned long long digit = (unsigned long long)digit_value(*s);
        if (result.magnitude > (ULLONG_MAX - digit) / (unsigned long long)base)
            result.too_large = 1;
        else
            result.magnitude = result.magnitude * (unsigned long long)base + digit;
        s++;
        result.end = s;
    }
    if (result.too_large)
        result.magnitude = ULLONG_MAX;
    return result;
}
