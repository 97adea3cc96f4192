/* printf's formatter: every conversion of C17, of wide characters those that are ASCII. Nothing is allocated. */
#include "ctype.h"
#include "format.h"

/* Wrapped, because a va_list is an array on some machines and cannot be passed by reference there. */
struct arguments {
    va_list ap;
};

static intmax_t next_signed(struct arguments *args, enum length length) {
    switch (length) {
    case LENGTH_HH:
        return (signed char)va_arg(args->ap, int);
    case LENGTH_H:
        return (short)va_arg(args->ap, int);
    case LENGTH_NONE:
        return va_arg(args->ap, int);
    case LENGTH_L:
        return va_arg(args->ap, long);
    case LENGTH_LL:
    case LENGTH_BIG_L:
        return va_arg(args->ap, long long);
    case LENGTH_J:
        return va_arg(args->ap, intmax_t);
    case LENGTH_Z:
    case LENGTH_T:
        return va_arg(args->ap, ptrdiff_t);
    }
    __builtin_unreachable();
}

static uintmax_t next_unsigned(struct arguments *args, enum length length) {
    switch (length) {
    case LENGTH_HH:
        return (unsigned char)va_arg(args->ap, unsigned);
    case LENGTH_H:
        return (unsigned short)va_arg(args->ap, unsigned);
    case LENGTH_NONE:
        return va_arg(args->ap, unsigned);
    case LENGTH_L:
        return va_arg(args->ap, unsigned long);
    case LENGTH_LL:
    case LENGTH_BIG_L:
        return va_arg(args->ap, unsigned long long);
    case LENGTH_J:
        return va_arg(args->ap, uintmax_t);
    case LENGTH_Z:
    case LENGTH_T:
        return va_arg(args->ap, size_t);
    }
    __builtin_unreachable();
}

static void store_count(struct arguments *args, enum length length, size_t count) {
    void *p = va_arg(args->ap, void *);
    switch (length) {
    case LENGTH_HH:
        *(signed char *)p = (signed char)count;
        return;
    case LENGTH_H:
        *(short *)p = (short)count;
        return;
    case LENGTH_NONE:
        *(int *)p = (int)count;
        return;
    case LENGTH_L:
        *(long *)p = (long)count;
        return;
    case LENGTH_LL:
    case LENGTH_BIG_L:
        *(long long *)p = (long long)count;
        return;
    case LENGTH_J:
        *(intmax_t *)p = (intmax_t)count;
        return;
    case LENGTH_Z:
    case LENGTH_T:
        *(ptrdiff_t *)p = (ptrdiff_t)count;
        return;
    }
}

void __cairn_put_field(struct sink *out, const struct conversion *c, const char *p, size_t n) {
    size_t padding = (size_t)c->width > n ? (size_t)c->width - n : 0;
    if (!(c->flags & FLAG_MINUS))
        __cairn_pad(out, ' ', padding);
    __cairn_put(out, p, n);
    if (c->flags & FLAG_MINUS)
        __cairn_pad(out, ' ', padding);
}

/* With a precision no byte beyond it is read. */
static void format_text(struct sink *out, const struct conversion *c, const char *s) {
    size_t n = 0;
    while ((c->precision < 0 || n < (size_t)c->precision) && s[n] != '\0')
        n++;
    __cairn_put_field(out, c, s, n);
}

/* ASCII is one byte in every locale. What becomes of other characters, the locale says. */
static char narrow(unsigned long c) {
    if (c > 127)
        __cairn_unsupported("printf of a wide character that is not ASCII");
    return (char)c;
}

static void format_wide_text(struct sink *out, const struct conversion *c, const __WCHAR_TYPE__ *s) {
    size_t n = 0;
    while ((c->precision < 0 || n < (size_t)c->precision) && s[n] != 0)
        n++;
    size_t padding = (size_t)c->width > n ? (size_t)c->width - n : 0;
    if (!(c->flags & FLAG_MINUS))
        __cairn_pad(out, ' ', padding);
    for (size_t i = 0; i < n; i++) {
        char byte = narrow((unsigned long)s[i]);
        __cairn_put(out, &byte, 1);
    }
    if (c->flags & FLAG_MINUS)
        __cairn_pad(out, ' ', padding);
}

static void format_pointer(struct sink *out, struct conversion *c, const void *p) {
    if (p == NULL) {
        __cairn_put_field(out, c, "(nil)", 5);
        return;
    }
    c->letter = 'x';
    c->flags |= FLAG_ALT;
    __cairn_format_integer(out, c, (uintptr_t)p, 0);
}

static void convert(struct sink *out, struct conversion *c, struct arguments *args) {
    char byte;
    switch (c->letter) {
    case 'd':
    case 'i': {
        intmax_t x = next_signed(args, c->length);
        c->letter = 'd';
        __cairn_format_integer(out, c, x < 0 ? 0 - (uintmax_t)x : (uintmax_t)x, x < 0);
        return;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        __cairn_format_integer(out, c, next_unsigned(args, c->length), 0);
        return;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (c->length == LENGTH_BIG_L)
            __cairn_format_long_float(out, c, va_arg(args->ap, long double));
        else
            __cairn_format_float(out, c, va_arg(args->ap, double));
        return;
    case 'c':
        if (c->length == LENGTH_L)
            byte = narrow(va_arg(args->ap, __WINT_TYPE__));
        else
            byte = (char)va_arg(args->ap, int);
        __cairn_put_field(out, c, &byte, 1);
        return;
    case 's':
        if (c->length == LENGTH_L)
            format_wide_text(out, c, va_arg(args->ap, const __WCHAR_TYPE__ *));
        else
            format_text(out, c, va_arg(args->ap, const char *));
        return;
    case 'p':
        format_pointer(out, c, va_arg(args->ap, void *));
        return;
    case 'n':
        store_count(args, c->length, out->count);
        return;
    case '%':
        __cairn_put(out, "%", 1);
        return;
    default:
        __cairn_unsupported("a conversion of printf that the C standard does not define");
    }
}

static int flag_of(char c) {
    switch (c) {
    case '-':
        return FLAG_MINUS;
    case '+':
        return FLAG_PLUS;
    case ' ':
        return FLAG_SPACE;
    case '#':
        return FLAG_ALT;
    case '0':
        return FLAG_ZERO;
    default:
        return 0;
    }
}

/* Decimal digits at `*at`, which moves behind them; -1 when the number does not fit. */
static int parse_number(const char **at) {
    int x = 0;
    while (is_digit(**at)) {
        int digit = **at - '0';
        if (x < 0 || x > (INT_MAX - digit) / 10)
            x = -1;
        else
            x = x * 10 + digit;
        (*at)++;
    }
    return x;
}

/* Parses behind a '%' and moves `*at` behind the letter; 0 when a number does not fit. */
static int parse_conversion(const char **at, struct conversion *c, struct arguments *args) {
    c->flags = 0;
    while (flag_of(**at) != 0 || **at == '\'') { /* the C locale groups no digits */
        c->flags |= flag_of(**at);
        (*at)++;
    }
    if (**at == '*') {
        (*at)++;
        c->width = va_arg(args->ap, int);
        if (c->width == INT_MIN)
            return 0;
        if (c->width < 0) {
            c->flags |= FLAG_MINUS;
            c->width = -c->width;
        }
    } else {
        c->width = parse_number(at);
        if (**at == '$')
            __cairn_unsupported("printf with numbered arguments");
    }
    c->precision = -1;
    if (**at == '.') {
        (*at)++;
        if (**at == '*') {
            (*at)++;
            c->precision = va_arg(args->ap, int);
        } else {
            c->precision = parse_number(at);
            if (c->precision < 0)
                return 0;
        }
    }
    c->length = parse_length(at);
    c->letter = **at;
    if (c->letter != '\0')
        (*at)++;
    return c->width >= 0;
}

int __cairn_format(struct sink *out, const char *format, va_list ap) {
    struct arguments args;
    int fits = 1;
    va_copy(args.ap, ap);
    while (fits && *format != '\0') {
        if (*format == '%') {
            struct conversion c;
            format++;
            fits = parse_conversion(&format, &c, &args);
            if (fits)
                convert(out, &c, &args);
        } else {
            const char *start = format;
            while (*format != '\0' && *format != '%')
                format++;
            __cairn_put(out, start, (size_t)(format - start));
        }
        if (out->count > INT_MAX)
            fits = 0;
    }
    va_end(args.ap);
    if (!fits) {
        __cairn_errno = EOVERFLOW;
        return -1;
    }
    return (int)out->count;
}
