/* The longest text that scanf takes for a number.
 *
 * DIVERGENCE: like glibc, and unlike the standard, "0x" without a digit is read as 0, an exponent letter without
 * digits is taken and ignored, and the byte that turns out not to belong to "inf" or "nan" is not given back. */
#include "ctype.h"
#include "scan.h"

/* A source of at most `width` bytes that looks one byte ahead. */
struct window {
    struct source *in;
    int left;
    int c; /* the byte ahead, EOF at the end of the input or of the window */
};

static void advance(struct window *w) {
    w->c = EOF;
    if (w->left > 0) {
        w->left--;
        w->c = __cairn_scan_next(w->in);
    }
}

static int is_digit_of(int c, int base) {
    if (base == 16)
        return is_xdigit(c);
    return c >= '0' && c < '0' + base;
}

enum scanned __cairn_scan_integer(struct source *in, int base, int width, struct number_text *out) {
    struct window w = {in, width, EOF};
    int digits = 0;
    out->length = 0;
    out->text[0] = '\0';
    advance(&w);
    if (w.c == EOF)
        return NO_INPUT;
    if (w.c == '-' || w.c == '+') {
        __cairn_scan_add(out, w.c);
        advance(&w);
    }
    if (w.c == '0') {
        __cairn_scan_add(out, w.c);
        digits++;
        advance(&w);
        if ((base == 0 || base == 16) && to_lower(w.c) == 'x') {
            base = 16;
            __cairn_scan_add(out, w.c);
            advance(&w);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (is_digit_of(w.c, base)) {
        __cairn_scan_add(out, w.c);
        digits++;
        advance(&w);
    }
    __cairn_scan_back(in, w.c);
    return digits > 0 ? SCANNED : NO_MATCH;
}

/* Takes `word` (lower case) in any case; 0 at the first byte that differs, which is lost. */
static int take_word(struct window *w, struct number_text *out, const char *word) {
    while (*word != '\0') {
        if (to_lower(w->c) != *word)
            return 0;
        __cairn_scan_add(out, w->c);
        word++;
        advance(w);
    }
    return 1;
}

static enum scanned take_special(struct window *w, struct number_text *out) {
    int matched;
    if (to_lower(w->c) == 'n') {
        matched = take_word(w, out, "nan");
    } else {
        matched = take_word(w, out, "inf");
        if (matched && to_lower(w->c) == 'i')
            matched = take_word(w, out, "inity");
    }
    if (!matched)
        return NO_MATCH;
    __cairn_scan_back(w->in, w->c);
    return SCANNED;
}

enum scanned __cairn_scan_float(struct source *in, int width, struct number_text *out) {
    struct window w = {in, width, EOF};
    int digits = 0;
    int point = 0;
    int hexadecimal = 0;
    out->length = 0;
    out->text[0] = '\0';
    advance(&w);
    if (w.c == EOF)
        return NO_INPUT;
    if (w.c == '-' || w.c == '+') {
        __cairn_scan_add(out, w.c);
        advance(&w);
    }
    if (to_lower(w.c) == 'n' || to_lower(w.c) == 'i')
        return take_special(&w, out);
    if (w.c == '0') {
        __cairn_scan_add(out, w.c);
        advance(&w);
        if (to_lower(w.c) == 'x') {
            __cairn_scan_add(out, w.c);
            advance(&w);
            hexadecimal = 1;
        } else {
            digits++;
        }
    }
    while ((hexadecimal ? is_xdigit(w.c) : is_digit(w.c)) || (w.c == '.' && !point)) {
        if (w.c == '.')
            point = 1;
        else
            digits++;
        __cairn_scan_add(out, w.c);
        advance(&w);
    }
    if (digits > 0 && to_lower(w.c) == (hexadecimal ? 'p' : 'e')) {
        __cairn_scan_add(out, w.c);
        advance(&w);
        if (w.c == '+' || w.c == '-') {
            __cairn_scan_add(out, w.c);
            advance(&w);
        }
        while (is_digit(w.c)) {
            __cairn_scan_add(out, w.c);
            advance(&w);
        }
    }
    __cairn_scan_back(in, w.c);
    return digits > 0 ? SCANNED : NO_MATCH;
}
