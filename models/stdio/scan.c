/* scanf's directives: integers, strings, sets, characters, floats, counts. Wide characters, allocation ("%ms"),
 * long double and numbered arguments are not modelled. */
#include "ctype.h"
#include "length.h"
#include "number.h"
#include "scan.h"

/* `target` is NULL when the assignment is suppressed; a width of 0 is none. */
struct directive {
    void *target;
    int suppressed;
    int width;
    enum length length;
    char letter;
};

struct arguments {
    va_list ap;
};

static void skip_space(struct source *in) {
    int c = __cairn_scan_next(in);
    while (is_space(c))
        c = __cairn_scan_next(in);
    __cairn_scan_back(in, c);
}

static int wide_integer(enum length length) {
    return length == LENGTH_LL || length == LENGTH_J || length == LENGTH_BIG_L;
}

static void store_integer(void *p, enum length length, unsigned long long x) {
    switch (length) {
    case LENGTH_HH:
        *(unsigned char *)p = (unsigned char)x;
        return;
    case LENGTH_H:
        *(unsigned short *)p = (unsigned short)x;
        return;
    case LENGTH_NONE:
        *(unsigned *)p = (unsigned)x;
        return;
    case LENGTH_L:
        *(unsigned long *)p = (unsigned long)x;
        return;
    case LENGTH_LL:
    case LENGTH_J:
    case LENGTH_BIG_L:
        *(unsigned long long *)p = x;
        return;
    case LENGTH_Z:
    case LENGTH_T:
        *(size_t *)p = (size_t)x;
        return;
    }
}

/* Numbers that do not fit are clamped to long or long long first, as by strtol. */
static unsigned long long integer_value(const struct directive *d, const char *text, int base) {
    if (d->letter == 'd' || d->letter == 'i') {
        if (wide_integer(d->length))
            return (unsigned long long)__cairn_strtoll(text, NULL, base, 0);
        return (unsigned long long)__cairn_strtol(text, NULL, base, 0);
    }
    if (wide_integer(d->length))
        return __cairn_strtoull(text, NULL, base, 0);
    return __cairn_strtoul(text, NULL, base, 0);
}

static enum scanned scan_integer(struct source *in, const struct directive *d, int base) {
    struct number_text number;
    enum scanned result = __cairn_scan_integer(in, base, d->width > 0 ? d->width : INT_MAX, &number);
    if (result != SCANNED || d->suppressed)
        return result;
    store_integer(d->target, d->length, integer_value(d, number.text, base));
    return SCANNED;
}

static enum scanned scan_pointer(struct source *in, const struct directive *d) {
    struct number_text number;
    enum scanned result = __cairn_scan_integer(in, 16, d->width > 0 ? d->width : INT_MAX, &number);
    if (result == SCANNED && !d->suppressed)
        *(void **)d->target = (void *)(uintptr_t)__cairn_strtoull(number.text, NULL, 16, 0);
    return result;
}

static enum scanned scan_float(struct source *in, const struct directive *d) {
    struct number_text number;
    enum scanned result = __cairn_scan_float(in, d->width > 0 ? d->width : INT_MAX, &number);
    if (result != SCANNED || d->suppressed)
        return result;
    size_t length = __cairn_float_length(number.text);
    switch (d->length) {
    case LENGTH_NONE:
        *(float *)d->target = __cairn_parse_float(number.text, length);
        return SCANNED;
    case LENGTH_L:
        *(double *)d->target = __cairn_parse_double(number.text, length);
        return SCANNED;
    default:
        __cairn_unsupported("scanf of a long double");
    }
}

static enum scanned scan_characters(struct source *in, const struct directive *d) {
    char *to = d->target;
    int width = d->width > 0 ? d->width : 1;
    for (int i = 0; i < width; i++) {
        int c = __cairn_scan_next(in);
        if (c == EOF)
            return i == 0 ? NO_INPUT : SCANNED;
        if (!d->suppressed)
            to[i] = (char)c;
    }
    return SCANNED;
}

static enum scanned scan_word(struct source *in, const struct directive *d) {
    char *to = d->target;
    int width = d->width > 0 ? d->width : INT_MAX;
    int n = 0;
    while (n < width) {
        int c = __cairn_scan_next(in);
        if (c == EOF || is_space(c)) {
            __cairn_scan_back(in, c);
            break;
        }
        if (!d->suppressed)
            to[n] = (char)c;
        n++;
    }
    if (n == 0)
        return NO_INPUT; /* white space was skipped before: only the end is left */
    if (!d->suppressed)
        to[n] = '\0';
    return SCANNED;
}

/* Where the set ends: at its ']', which is a member when it comes first. */
static const char *set_end(const char *set) {
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    while (*set != '\0' && *set != ']')
        set++;
    return set;
}

/* Whether `c` is in the set `[set, end)`, in which "a-z" is a range and a leading '^' means all others. */
static int in_set(int c, const char *set, const char *end) {
    int inverted = *set == '^';
    int found = 0;
    const char *p = inverted ? set + 1 : set;
    while (p < end) {
        int low = (unsigned char)*p;
        int high = low;
        if (p + 2 < end && p[1] == '-') {
            high = (unsigned char)p[2];
            p += 2;
        }
        if (c >= low && c <= high)
            found = 1;
        p++;
    }
    return found != inverted;
}

static enum scanned scan_set(struct source *in, const struct directive *d, const char *set, const char *end) {
    char *to = d->target;
    int width = d->width > 0 ? d->width : INT_MAX;
    int n = 0;
    while (n < width) {
        int c = __cairn_scan_next(in);
        if (c == EOF) {
            if (n == 0)
                return NO_INPUT;
            break;
        }
        if (!in_set(c, set, end)) {
            __cairn_scan_back(in, c);
            break;
        }
        if (!d->suppressed)
            to[n] = (char)c;
        n++;
    }
    if (n == 0)
        return NO_MATCH;
    if (!d->suppressed)
        to[n] = '\0';
    return SCANNED;
}

/* Parses behind a '%' and moves `*at` behind the letter. */
static struct directive parse_directive(const char **at, struct arguments *args) {
    struct directive d = {NULL, 0, 0, LENGTH_NONE, '\0'};
    if (**at == '*') {
        d.suppressed = 1;
        (*at)++;
    }
    while (is_digit(**at)) {
        if (d.width > (INT_MAX - 9) / 10)
            __cairn_unsupported("scanf with a width that does not fit an int");
        d.width = d.width * 10 + (**at - '0');
        (*at)++;
    }
    if (**at == '$' || **at == 'm' || **at == '\'')
        __cairn_unsupported("scanf with numbered arguments, grouping or allocation");
    d.length = parse_length(at);
    d.letter = **at;
    if (d.letter != '\0')
        (*at)++;
    if ((d.letter == 's' || d.letter == 'c' || d.letter == '[') && d.length == LENGTH_L)
        __cairn_unsupported("scanf of wide characters");
    if (!d.suppressed && d.letter != '%')
        d.target = va_arg(args->ap, void *);
    return d;
}

static enum scanned scan_one(struct source *in, const struct directive *d, const char *set, const char *end) {
    switch (d->letter) {
    case 'd':
    case 'u':
        return scan_integer(in, d, 10);
    case 'i':
        return scan_integer(in, d, 0);
    case 'o':
        return scan_integer(in, d, 8);
    case 'x':
    case 'X':
        return scan_integer(in, d, 16);
    case 'p':
        return scan_pointer(in, d);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return scan_float(in, d);
    case 'c':
        return scan_characters(in, d);
    case 's':
        return scan_word(in, d);
    case '[':
        return scan_set(in, d, set, end);
    default:
        __cairn_unsupported("a conversion of scanf that the C standard does not define");
    }
}

/* One byte that must be `wanted`. */
static enum scanned scan_literal(struct source *in, char wanted) {
    int c = __cairn_scan_next(in);
    if (c == EOF)
        return NO_INPUT;
    if (c == (unsigned char)wanted)
        return SCANNED;
    __cairn_scan_back(in, c);
    return NO_MATCH;
}

/* The directive behind a '%', which counts in `*assigned` when it assigns. */
static enum scanned scan_directive(struct source *in, const char **format, struct arguments *args, int *assigned) {
    struct directive d = parse_directive(format, args);
    const char *set = *format;
    if (d.letter == '[') {
        *format = set_end(set);
        if (**format == '\0')
            __cairn_unsupported("scanf with a set that does not end");
        (*format)++;
    }
    if (d.letter == 'n') {
        if (!d.suppressed)
            store_integer(d.target, d.length, (unsigned long long)in->count);
        return SCANNED;
    }
    if (d.letter != 'c' && d.letter != '[')
        skip_space(in);
    if (d.letter == '%')
        return scan_literal(in, '%');
    enum scanned result = scan_one(in, &d, set, *format - 1);
    if (result == SCANNED && !d.suppressed)
        (*assigned)++;
    return result;
}

static int scan(struct source *in, const char *format, va_list ap) {
    struct arguments args;
    enum scanned state = SCANNED;
    int assigned = 0;
    va_copy(args.ap, ap);
    while (state == SCANNED && *format != '\0') {
        char c = *format;
        format++;
        if (is_space(c))
            skip_space(in);
        else if (c == '%')
            state = scan_directive(in, &format, &args, &assigned);
        else
            state = scan_literal(in, c);
    }
    va_end(args.ap);
    return state == NO_INPUT && assigned == 0 ? EOF : assigned;
}

int __cairn_scan_stream(FILE *f, const char *format, va_list ap) {
    struct source in = {NULL, f, 0};
    return scan(&in, format, ap);
}

int __cairn_scan_string(const char *s, const char *format, va_list ap) {
    struct source in = {s, NULL, 0};
    return scan(&in, format, ap);
}
