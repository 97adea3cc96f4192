#include "cairn.h"

static double root(double x) {
    if (x < 0)
        __cairn_errno = EDOM;
    return __cairn_math1(MATH_SQRT, x);
}

MODEL double sqrt(double x) { return root(x); }

/* Exact: the square root of a float, rounded to double and then to float, is correctly rounded. */
MODEL float sqrtf(float x) { return (float)root(x); }
