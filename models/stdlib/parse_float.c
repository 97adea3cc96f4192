#include "ctype.h"
#include "number.h"

/* The length of `word` (lower case) when `s` starts with it in any case, else 0. */
static size_t match_word(const char *s, const char *word) {
    size_t i = 0;
    while (word[i] != '\0') {
        if (to_lower(s[i]) != word[i])
            return 0;
        i++;
    }
    return i;
}

static size_t special_length(const char *s) {
    size_t n = match_word(s, "infinity");
    if (n == 0)
        n = match_word(s, "inf");
    if (n > 0)
        return n;
    n = match_word(s, "nan");
    if (n == 0 || s[n] != '(')
        return n;
    size_t i = n + 1;
    while (is_alnum(s[i]) || s[i] == '_')
        i++;
    return s[i] == ')' ? i + 1 : n;
}

static int is_float_digit(char c, int hexadecimal) { return hexadecimal ? is_xdigit(c) : is_digit(c); }

/* Digits with at most one point among them; 0 when there is no digit. */
static size_t mantissa_length(const char *s, int hexadecimal) {
    size_t i = 0;
    size_t digits = 0;
    int point = 0;
    while (is_float_digit(s[i], hexadecimal) || (s[i] == '.' && !point)) {
        if (s[i] == '.')
            point = 1;
        else
            digits++;
        i++;
    }
    return digits > 0 ? i : 0;
}

/* An exponent with its letter and sign; 0 when no digit follows. */
static size_t exponent_length(const char *s, char letter) {
    if (to_lower(s[0]) != letter)
        return 0;
    size_t i = 1;
    if (s[i] == '+' || s[i] == '-')
        i++;
    if (!is_digit(s[i]))
        return 0;
    while (is_digit(s[i]))
        i++;
    return i;
}

size_t __cairn_float_length(const char *s) {
    size_t sign = *s == '-' || *s == '+' ? 1 : 0;
    s += sign;
    if (s[0] == '0' && to_lower(s[1]) == 'x') {
        size_t n = mantissa_length(s + 2, 1);
        if (n > 0)
            return sign + 2 + n + exponent_length(s + 2 + n, 'p');
        return sign + 1;
    }
    size_t n = mantissa_length(s, 0);
    if (n > 0)
        return sign + n + exponent_length(s + n, 'e');
    n = special_length(s);
    return n > 0 ? sign + n : 0;
}

int __cairn_float_is_number(const char *s, size_t len) {
    size_t i = *s == '-' || *s == '+' ? 1 : 0;
    return i < len && (is_digit(s[i]) || s[i] == '.');
}

int __cairn_float_is_nonzero(const char *s, size_t len) {
    size_t i = *s == '-' || *s == '+' ? 1 : 0;
    int hexadecimal = i + 1 < len && to_lower(s[i + 1]) == 'x';
    if (hexadecimal)
        i += 2;
    while (i < len && (is_float_digit(s[i], hexadecimal) || s[i] == '.')) {
        if (s[i] != '0' && s[i] != '.')
            return 1;
        i++;
    }
    return 0;
}
