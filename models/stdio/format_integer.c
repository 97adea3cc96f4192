#include "format.h"

enum { MOST_DIGITS = 22 }; /* 2^64 - 1 in octal */

/* The digits of `x`, the last one at `end[-1]`; the result is where they start. Zero has none. */
static char *write_digits(char *end, uintmax_t x, unsigned base, const char *digits) {
    while (x > 0) {
        end--;
        *end = digits[x % base];
        x /= base;
    }
    return end;
}

static unsigned base_of(char letter) {
    if (letter == 'o')
        return 8;
    return letter == 'x' || letter == 'X' ? 16 : 10;
}

/* Sign and prefix; the result is their length. */
static size_t write_prefix(char *prefix, const struct conversion *c, uintmax_t magnitude, int negative) {
    if (c->letter == 'd') {
        if (negative)
            prefix[0] = '-';
        else if (c->flags & FLAG_PLUS)
            prefix[0] = '+';
        else if (c->flags & FLAG_SPACE)
            prefix[0] = ' ';
        else
            return 0;
        return 1;
    }
    if ((c->letter == 'x' || c->letter == 'X') && (c->flags & FLAG_ALT) && magnitude != 0) {
        prefix[0] = '0';
        prefix[1] = c->letter;
        return 2;
    }
    return 0;
}

void __cairn_format_integer(struct sink *out, const struct conversion *c, uintmax_t magnitude, int negative) {
    char buf[MOST_DIGITS];
    char prefix[2];
    char *end = buf + MOST_DIGITS;
    const char *digits = c->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char *start = write_digits(end, magnitude, base_of(c->letter), digits);
    size_t digit_count = (size_t)(end - start);
    size_t prefix_count = write_prefix(prefix, c, magnitude, negative);

    size_t least_digits = c->precision < 0 ? 1 : (size_t)c->precision;
    if (c->letter == 'o' && (c->flags & FLAG_ALT) && least_digits <= digit_count)
        least_digits = digit_count + 1;
    size_t zeros = least_digits > digit_count ? least_digits - digit_count : 0;
    size_t used = prefix_count + zeros + digit_count;
    size_t padding = (size_t)c->width > used ? (size_t)c->width - used : 0;
    int pad_left = !(c->flags & FLAG_MINUS);
    if (pad_left && (c->flags & FLAG_ZERO) && c->precision < 0) {
        zeros += padding;
        padding = 0;
    }
    if (pad_left)
        __cairn_pad(out, ' ', padding);
    __cairn_put(out, prefix, prefix_count);
    __cairn_pad(out, '0', zeros);
    __cairn_put(out, start, digit_count);
    if (!pad_left)
        __cairn_pad(out, ' ', padding);
}
