#include "format.h"

/* No number has a nonzero digit beyond MOST many after the point: more precision only adds zeros. Before the point it
 * has at most 309 digits, a long double 4933. */
enum { MOST = 1074, CAPACITY = 1500, LONG_MOST = 16445, LONG_CAPACITY = 21500 };

static int is_sign(char c) { return c == '-' || c == '+' || c == ' '; }

/* Where the exponent starts in `text[0..n)`; `n` when there is none. */
static size_t exponent_at(const char *text, size_t n, char letter) {
    char mark = 'e';
    if (letter == 'E' || letter == 'G')
        mark = 'E';
    else if (letter == 'a')
        mark = 'p';
    else if (letter == 'A')
        mark = 'P';
    size_t i = 0;
    while (i < n && text[i] != mark)
        i++;
    return i;
}

static int sign_flags(const struct conversion *c) { return c->flags & (FLAG_PLUS | FLAG_SPACE | FLAG_ALT); }

static int limited(int precision, int most) { return precision > most ? most : precision; }

/* The width is handled here, so that the text of the builtin has a bounded length. `precision` is what the `n` bytes of
 * text were made with. */
static void put_number(struct sink *out, const struct conversion *c, const char *text, size_t n, int precision,
                       int finite) {
    size_t lead = is_sign(text[0]) ? 1 : 0;
    if (finite && (c->letter == 'a' || c->letter == 'A'))
        lead += 2;
    size_t body_end = finite ? exponent_at(text, n, c->letter) : n;
    int strips_zeros = (c->letter == 'g' || c->letter == 'G') && !(c->flags & FLAG_ALT);
    size_t late_zeros = finite && !strips_zeros && c->precision > precision ? (size_t)(c->precision - precision) : 0;

    size_t used = n + late_zeros;
    size_t padding = (size_t)c->width > used ? (size_t)c->width - used : 0;
    int pad_left = !(c->flags & FLAG_MINUS);
    int pad_zero = pad_left && finite && (c->flags & FLAG_ZERO);
    if (pad_left && !pad_zero)
        __cairn_pad(out, ' ', padding);
    __cairn_put(out, text, lead);
    if (pad_zero)
        __cairn_pad(out, '0', padding);
    __cairn_put(out, text + lead, body_end - lead);
    __cairn_pad(out, '0', late_zeros);
    __cairn_put(out, text + body_end, n - body_end);
    if (!pad_left)
        __cairn_pad(out, ' ', padding);
}

void __cairn_format_float(struct sink *out, const struct conversion *c, double x) {
    char text[CAPACITY];
    int precision = limited(c->precision, MOST);
    int n = __cairn_format_double(text, CAPACITY, x, c->letter, sign_flags(c), 0, precision);
    put_number(out, c, text, (size_t)n, precision, x - x == 0);
}

void __cairn_format_long_float(struct sink *out, const struct conversion *c, long double x) {
    char text[LONG_CAPACITY];
    int precision = limited(c->precision, LONG_MOST);
    int n = __cairn_format_long_double(text, LONG_CAPACITY, x, c->letter, sign_flags(c), 0, precision);
    put_number(out, c, text, (size_t)n, precision, x - x == 0);
}
