#include "check.h"
#include <math.h>

#define EACH(X) X(sqrt) X(floor) X(ceil) X(trunc) X(round) X(fabs)
#define DECLARE_MATH(name)                                                                                             \
    double model_##name(double);                                                                                       \
    float model_##name##f(float);
EACH(DECLARE_MATH)
int model___fpclassify(double);
int model___fpclassifyf(float);
int model___isnan(double);
int model___isinf(double);
int model___finite(double);
int model___signbit(double);
int model___signbitf(float);
int *model___errno_location(void);

static int same(double a, double b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

void check_math(void) {
    for (int i = 0; i < 5000; i++) {
        uint64_t bits = pick64();
        uint32_t few = (uint32_t)(bits >> 7);
        double x;
        float y;
        memcpy(&x, &bits, sizeof x);
        memcpy(&y, &few, sizeof y);
        static const double special[] = {0.0, -0.0, 0.5, -0.5, 2.5, INFINITY, -INFINITY, NAN, 5e-324, 4.0};
        if (i < 10) {
            x = special[i];
            y = (float)x;
        }
        snprintf(context, sizeof context, "%a %a", x, (double)y);
#define SAME(name)                                                                                                     \
    CHECK(same(model_##name(x), name(x)));                                                                             \
    CHECK(same(model_##name##f(y), name##f(y)));
        EACH(SAME)
        CHECK(model___fpclassify(x) == fpclassify(x) && model___fpclassifyf(y) == fpclassify(y));
        CHECK(!model___isnan(x) == !isnan(x) && !model___isinf(x) == !isinf(x) && !model___finite(x) == !isfinite(x));
        CHECK(!model___signbit(x) == !signbit(x) && !model___signbitf(y) == !signbit(y));
    }
    *model___errno_location() = 0;
    CHECK(model_sqrt(4) == 2 && *model___errno_location() == 0);
    CHECK(isnan(model_sqrt(-1)) && *model___errno_location() == EDOM);
}
