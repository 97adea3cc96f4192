#include "check.h"
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>

DECLARE(printf);
DECLARE(fprintf);
DECLARE(sprintf);
DECLARE(snprintf);
DECLARE(vsnprintf);
DECLARE(vprintf);
DECLARE(asprintf);
DECLARE(dprintf);
extern FILE *model_stdout, *model_stderr, *model_stdin;
int model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);

/* The same bytes and count, with room, with little room, and to standard output. */
#define SAME(...)                                                                                                      \
    do {                                                                                                               \
        static char mine[24576];                                                                                       \
        static char theirs[24576];                                                                                     \
        int count = snprintf(theirs, sizeof theirs, __VA_ARGS__);                                                      \
        CHECK(model_snprintf(mine, sizeof mine, __VA_ARGS__) == count);                                                \
        CHECK(strcmp(mine, theirs) == 0);                                                                              \
        if (count >= 0) {                                                                                              \
            char *exact = malloc((size_t)count + 1);                                                                   \
            CHECK(model_sprintf(exact, __VA_ARGS__) == count && memcmp(exact, theirs, (size_t)count + 1) == 0);        \
            free(exact);                                                                                               \
            size_t less = pick((unsigned)count + 1);                                                                   \
            exact = malloc(less);                                                                                      \
            CHECK(model_snprintf(exact, less, __VA_ARGS__) == count);                                                  \
            CHECK(less == 0 || (memcmp(exact, theirs, less - 1) == 0 && exact[less - 1] == 0));                        \
            free(exact);                                                                                               \
            reset_output();                                                                                            \
            CHECK(model_printf(__VA_ARGS__) == count);                                                                 \
            CHECK(written[1].length == (size_t)count && memcmp(written[1].bytes, theirs, (size_t)count) == 0);         \
        }                                                                                                              \
    } while (0)

#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

/* A random specification that the standard defines for `letters`. */
static void make_format(char *format, const char *flags, const char *length, char letter) {
    char *p = format;
    *p++ = '[';
    *p++ = '%';
    for (unsigned i = pick(4); i > 0; i--)
        *p++ = flags[pick((unsigned)strlen(flags))];
    if (pick(2))
        p += sprintf(p, "%u", 1 + pick(30));
    if (pick(2) && letter != 'c' && letter != 'p')
        p += pick(5) ? sprintf(p, ".%u", pick(20)) : sprintf(p, ".");
    p += sprintf(p, "%s%c]", length, letter);
    snprintf(context, sizeof context, "%s", format);
}

static uint64_t some_integer(void) {
    static const uint64_t special[] = {0, 1, 9, 10, (uint64_t)-1, INT_MAX, (uint64_t)INT_MIN, UINT_MAX, LLONG_MAX,
                                       (uint64_t)LLONG_MIN, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff};
    return pick(2) ? special[pick(16)] : pick64() >> pick(64);
}

static void check_integer_formats(void) {
    char format[64];
    for (int i = 0; i < 20000; i++) {
        char letter = "diuoxX"[pick(6)];
        const char *flags = letter == 'd' || letter == 'i' ? "-+ 0" : letter == 'u' ? "-0" : "-0#";
        uint64_t x = some_integer();
        static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
        unsigned length = pick(8);
        make_format(format, flags, lengths[length], letter);
        if (length <= 2)
            SAME(format, (int)x);
        else
            SAME(format, (long long)x);
    }
}

static double some_double(void) {
    static const double special[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e308, 1e-308, 5e-324, 999999.5, 1e15, 0.00001234, 123456789};
    double x;
    uint64_t bits = pick64();
    switch (pick(4)) {
    case 0:
        return special[pick(12)];
    case 1:
        return pick(2) ? (pick(2) ? INFINITY : -INFINITY) : NAN;
    case 2:
        return (double)(int)pick(100000) / 64 - 500;
    default:
        memcpy(&x, &bits, sizeof x);
        return x;
    }
}

/* A double, or any number of the x87 format: the integer bit is set unless the exponent is the smallest. */
static long double some_long_double(void) {
    static const long double special[] = {0x1p-16445L, 0x1p-16384L, 0x1p-16382L, 0x1.fffffffffffffffep16383L, 0.1L, 0xf.f8p0L};
    if (pick(3) == 0)
        return pick(2) ? some_double() : special[pick(6)];
    unsigned exponent = pick(2) ? 0x3fff - 80 + pick(160) : pick(0x7fff);
    uint64_t mantissa = pick64() >> 1;
    if (exponent != 0)
        mantissa |= (uint64_t)1 << 63;
    unsigned short top = (unsigned short)(exponent | pick(2) << 15);
    long double x = 0;
    memcpy(&x, &mantissa, 8);
    memcpy((char *)&x + 8, &top, 2);
    return x;
}

static void check_long_formats(void) {
    static const char *const formats[] = {"%.17000Lf", "%.17000Le", "%#.17000Lg", "%.17000Lg", "%.16450La", "%020000.16500Lf"};
    for (int i = 0; i < 6; i++) {
        snprintf(context, sizeof context, "%s", formats[i]);
        SAME(formats[i], 0x1p-16445L);
        SAME(formats[i], 0x1.fffffffffffffffep16383L);
        SAME(formats[i], -0.1L);
        SAME(formats[i], (long double)INFINITY);
    }
}

static void check_float_formats(void) {
    char format[64];
    for (int i = 0; i < 10000; i++) {
        char letter = "fFeEgGaA"[pick(8)];
        if (pick(3) == 0) {
            make_format(format, "-+ #0", "L", letter);
            long double x = some_long_double();
            SAME(format, x);
        } else {
            make_format(format, "-+ #0", "", letter);
            double x = some_double();
            SAME(format, x);
        }
    }
    static const char *const long_formats[] = {"%.1200f", "%.1100e", "%#.1100g", "%.1100g", "%.1080a", "%02000.1100f", "%-2000.1090E|"};
    for (int i = 0; i < 7; i++) {
        snprintf(context, sizeof context, "%s", long_formats[i]);
        SAME(long_formats[i], 5e-324);
        SAME(long_formats[i], 1e300);
        SAME(long_formats[i], -0.1);
        SAME(long_formats[i], (double)INFINITY);
    }
}

static void check_text_formats(void) {
    char format[64];
    for (int i = 0; i < 5000; i++) {
        char *text = block("some text of 25 bytes....", 26);
        text[pick(26)] = '\0';
        make_format(format, "-", "", 's');
        SAME(format, text);
        free(text);
        make_format(format, "-", "", 'c');
        int c = (int)pick(255) + 1;
        SAME(format, c);
        make_format(format, "-", "", 'p');
        void *p = (void *)(uintptr_t)(pick(3) ? pick64() >> 16 : 0);
        SAME(format, p);
    }
    char unterminated[3] = {'a', 'b', 'c'};
    char *three = block(unterminated, 3);
    char to[20];
    CHECK(model_snprintf(to, sizeof to, "%.3s|%5.2s|%.0s|", three, three, three) == 11);
    CHECK(strcmp(to, "abc|   ab||") == 0);
    free(three);
}

static int format_list(char *s, size_t n, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = model_vsnprintf(s, n, format, ap);
    va_end(ap);
    return count;
}

static int print_list(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = model_vprintf(format, ap);
    va_end(ap);
    return count;
}

static void check_family(void) {
    char buf[100];
    char *fresh = NULL;
    int at = 0;
    signed char small = 0;
    reset_output();
    CHECK(model_printf("a%nb%hhn%%\n", &at, &small) == 4 && at == 1 && small == 2);
    CHECK(print_list("%d %s\n", 3, "x") == 4);
    CHECK(model_fprintf(model_stdout, "%5.1f|", 2.25) == 6);
    CHECK(strcmp(written[1].bytes, "ab%\n3 x\n  2.2|") == 0);
    CHECK(model_fprintf(model_stderr, "err %u", 7u) == 5 && model_dprintf(2, "%c", '!') == 1);
    CHECK(strcmp(written[2].bytes, "err 7!") == 0);
    CHECK(model_fprintf(model_stdin, "x") == -1);
    CHECK(format_list(buf, sizeof buf, "%s-%d", "v", 2) == 3 && strcmp(buf, "v-2") == 0);
    CHECK(model___snprintf_chk(buf, 3, 1, sizeof buf, "%d", 12345) == 5 && strcmp(buf, "12") == 0);
    CHECK(model_asprintf(&fresh, "%s:%03d:%g", "key", 7, 0.5) == 11 && strcmp(fresh, "key:007:0.5") == 0);
    free(fresh);
    CHECK(model_snprintf(NULL, 0, "%1000d", 1) == 1000);
    CHECK(model_snprintf(NULL, 0, "%2147483648d", 1) == -1);
}

void check_printf(void) {
    SAME("plain text");
    SAME("%s", "");
    SAME("%ls|%-6ls|%6ls|%.2ls|%.0ls|%ls", L"wide", L"left", L"right", L"cut", L"none", L"");
    SAME("%lc|%-3lc|%3lc", (wint_t)L'a', (wint_t)L'b', (wint_t)L'~');
    SAME("%d%%%c%s|%*d|%-*d|%.*f|%.*s", -5, 'c', "str", 6, 42, 6, 42, 2, 3.14159, 2, "abcdef");
    SAME("%*d|%.*d|%'d", -6, 42, -1, 7, 1234567);
    SAME("%d %d %d %d %d %d %d %d %d %f %f %f %f %f %f %f %f %f %f", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1., 2., 3., 4., 5., 6.,
         7., 8., 9., 10.);
    check_integer_formats();
    check_float_formats();
    check_long_formats();
    check_text_formats();
    context[0] = '\0';
    check_family();
}
