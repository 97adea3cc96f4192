/* Numbers read out of strings. */
#include "check.h"
#include <math.h>

/* The headers may turn the names into other ones; the models are called by theirs. */
long model_strtol(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
long model___isoc23_strtol(const char *, char **, int);
double model_strtod(const char *, char **);
float model_strtof(const char *, char **);
double model_atof(const char *);
int model_atoi(const char *);
long model_atol(const char *);
long long model_atoll(const char *);
int *model___errno_location(void);

#define SAME_INTEGER(name, type)                                                                                       \
    do {                                                                                                               \
        char *my_end = NULL;                                                                                           \
        char *end = NULL;                                                                                              \
        *model___errno_location() = 0;                                                                                 \
        errno = 0;                                                                                                     \
        type mine = model_##name(s, &my_end, base);                                                                    \
        type theirs = name(s, &end, base);                                                                             \
        CHECK(mine == theirs);                                                                                         \
        CHECK(my_end == end || base == 1 || base > 36);                                                                \
        CHECK(*model___errno_location() == errno || (end == s && errno == EINVAL));                                    \
    } while (0)

static void check_integer(const char *text) {
    char *s = block(text, strlen(text) + 1);
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
    for (int i = 0; i < 8; i++) {
        int base = bases[i];
        snprintf(context, sizeof context, "\"%s\" base %d", s, base);
        SAME_INTEGER(strtol, long);
        SAME_INTEGER(strtoul, unsigned long);
        SAME_INTEGER(strtoll, long long);
        SAME_INTEGER(strtoull, unsigned long long);
    }
    CHECK(model_atoi(s) == atoi(s));
    CHECK(model_atol(s) == atol(s));
    CHECK(model_atoll(s) == atoll(s));
    free(s);
}

static void check_integers(void) {
    static const char alphabet[] = "- +0x7aZ";
    for (int length = 0; length <= 4; length++) {
        for (int code = 0; code < 1 << (3 * length); code++) {
            char text[5] = {0};
            for (int i = 0; i < length; i++)
                text[i] = alphabet[code >> (3 * i) & 7];
            check_integer(text);
        }
    }
    static const char *const limits[] = {
        "2147483647",           "2147483648",           "-2147483648",          "-2147483649",
        "4294967295",           "4294967296",           "9223372036854775807",  "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "-18446744073709551615", "-18446744073709551616", "99999999999999999999999999z", "0x7fffffffffffffff",
        "\t\n\v\f\r 12rest",
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        check_integer(limits[i]);
    char *end;
    CHECK(model___isoc23_strtol("0b101x", &end, 0) == 5 && strcmp(end, "x") == 0);
    CHECK(model___isoc23_strtol("0b2", &end, 0) == 0 && strcmp(end, "b2") == 0);
    CHECK(model___isoc23_strtol("-0B11", &end, 2) == -3 && *end == '\0');
}

static int same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Hexadecimal texts of numbers that are exact and too small to be normal are the one known difference in errno. */
static void check_float(const char *text) {
    char *s = block(text, strlen(text) + 1);
    char *my_end = NULL;
    char *end = NULL;
    int hexadecimal = strpbrk(s, "xX") != NULL;
    snprintf(context, sizeof context, "\"%s\"", s);
    *model___errno_location() = 0;
    errno = 0;
    double mine = model_strtod(s, &my_end);
    double theirs = strtod(s, &end);
    CHECK(same_bits(mine, theirs));
    CHECK(my_end == end);
    CHECK(hexadecimal || *model___errno_location() == errno);
    CHECK(same_bits(model_atof(s), atof(s)));
    *model___errno_location() = 0;
    errno = 0;
    float my_float = model_strtof(s, &my_end);
    float their_float = strtof(s, &end);
    CHECK(same_bits(my_float, their_float));
    CHECK(my_end == end);
    CHECK(hexadecimal || *model___errno_location() == errno);
    free(s);
}

void check_numbers(void) {
    check_integers();
    static const char *const texts[] = {
        "1e400", "-1e400", "1e-400", "1e-310", "1e39", "1e-46", "0e999", "inf", "-INFINITY", "infinit", "nan",
        "nan(12_a)", "nan(", "-nan(x)", "0x1.8p3", "0x.p1", "0x", "0xg", "0x1p", "0x1p+", "1e", "1e+", ".", "-.", "+.5",
        "5.", " \t1.5e3x", "1.7976931348623157e308", "1.7976931348623159e308", "0.1", "123456789012345678901234567890",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_float(texts[i]);
    static const char alphabet[] = "0123 +-..eEexXpinfaN()";
    for (int i = 0; i < 20000; i++) {
        char text[12] = {0};
        unsigned length = pick(10);
        for (unsigned k = 0; k < length; k++)
            text[k] = alphabet[pick(sizeof alphabet - 1)];
        check_float(text);
    }
    context[0] = '\0';
}
