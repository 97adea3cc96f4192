/* Functions of math.h with exact results, and time.h's calendar. */
#include "check.h"
#include <math.h>
#include <time.h>

DECLARE(frexp);
DECLARE(frexpf);
DECLARE(ldexp);
DECLARE(ldexpf);
DECLARE(scalbn);
DECLARE(modf);
DECLARE(modff);
DECLARE(nextafter);
DECLARE(nextafterf);
DECLARE(gmtime_r);
DECLARE(timegm);
DECLARE(difftime);

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

static int samef(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

static double some_double(void) {
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.75, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-1022,
                                     0x1.fffffffffffffp1023, -0x1.8p-1073, 1e300, 1e-300, 123456.789};
    uint64_t bits = pick64();
    double x;
    if (pick(3) == 0)
        return special[pick(sizeof special / sizeof *special)];
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void check_parts(double x, double y) {
    int a = 0, b = 0, n = pick(4) == 0 ? (int)pick64() : (int)pick(4400) - 2200;
    double whole_a, whole_b;
    float float_a, float_b, f = (float)x;
    snprintf(context, sizeof context, "%a %a %d", x, y, n);
    CHECK(same(frexp(x, &a), model_frexp(x, &b)) && (a == b || !isfinite(x)));
    CHECK(samef(frexpf(f, &a), model_frexpf(f, &b)) && (a == b || !isfinite(f)));
    CHECK(same(ldexp(x, n), model_ldexp(x, n)));
    CHECK(same(scalbn(x, n), model_scalbn(x, n)));
    CHECK(samef(ldexpf(f, n / 4), model_ldexpf(f, n / 4)));
    CHECK(same(modf(x, &whole_a), model_modf(x, &whole_b)) && same(whole_a, whole_b));
    CHECK(samef(modff(f, &float_a), model_modff(f, &float_b)) && samef(float_a, float_b));
    CHECK(same(nextafter(x, y), model_nextafter(x, y)));
    CHECK(samef(nextafterf(f, (float)y), model_nextafterf(f, (float)y)));
}

static void check_calendar(time_t when, time_t other) {
    struct tm a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    snprintf(context, sizeof context, "%lld", (long long)when);
    struct tm *native = gmtime_r(&when, &a), *model = model_gmtime_r(&when, &b);
    CHECK((native == NULL) == (model == NULL));
    CHECK(same(difftime(when, other), model_difftime(when, other)));
    if (native == NULL)
        return;
    CHECK(a.tm_sec == b.tm_sec && a.tm_min == b.tm_min && a.tm_hour == b.tm_hour && a.tm_mday == b.tm_mday);
    CHECK(a.tm_mon == b.tm_mon && a.tm_year == b.tm_year && a.tm_wday == b.tm_wday && a.tm_yday == b.tm_yday);
    a.tm_mon += (int)pick(100) - 50;
    a.tm_mday += (int)pick(1000) - 500;
    a.tm_hour += (int)pick(100) - 50;
    a.tm_min += (int)pick(1000) - 500;
    a.tm_sec += (int)pick(100000) - 50000;
    b = a;
    CHECK(timegm(&a) == model_timegm(&b));
    CHECK(a.tm_sec == b.tm_sec && a.tm_mday == b.tm_mday && a.tm_mon == b.tm_mon && a.tm_year == b.tm_year);
}

void check_exact(void) {
    for (int i = 0; i < 20000; i++)
        check_parts(some_double(), some_double());
    for (int i = 0; i < 20000; i++)
        check_calendar((time_t)(int64_t)pick64() >> pick(40), (time_t)(int64_t)pick64() >> pick(60));
    context[0] = '\0';
}
