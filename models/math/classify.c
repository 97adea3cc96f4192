/* The classification of floating point numbers as functions, which the headers' macros and other compilers call. */
#include "cairn.h"

enum { FP_NAN = 0, FP_INFINITE = 1, FP_ZERO = 2, FP_SUBNORMAL = 3, FP_NORMAL = 4 };

static int sign_bit(double x) {
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 63);
}

static int classify(double magnitude, double smallest_normal) {
    if (magnitude != magnitude)
        return FP_NAN;
    if (magnitude > __DBL_MAX__)
        return FP_INFINITE;
    if (magnitude == 0)
        return FP_ZERO;
    return magnitude < smallest_normal ? FP_SUBNORMAL : FP_NORMAL;
}

static double magnitude(double x) { return x < 0 ? -x : x; }

static int infinite(double x) { return x > __DBL_MAX__ ? 1 : x < -__DBL_MAX__ ? -1 : 0; }

static int finite_number(double x) { return magnitude(x) <= __DBL_MAX__; }

MODEL int __fpclassify(double x) { return classify(magnitude(x), __DBL_MIN__); }
MODEL int __fpclassifyf(float x) { return classify(magnitude(x), __FLT_MIN__); }
MODEL int __isnan(double x) { return x != x; }
MODEL int __isnanf(float x) { return x != x; }
MODEL int isnan(double x) { return x != x; }
MODEL int isnanf(float x) { return x != x; }
MODEL int __isinf(double x) { return infinite(x); }
MODEL int __isinff(float x) { return infinite(x); }
MODEL int isinf(double x) { return infinite(x); }
MODEL int isinff(float x) { return infinite(x); }
MODEL int __finite(double x) { return finite_number(x); }
MODEL int __finitef(float x) { return finite_number(x); }
MODEL int finite(double x) { return finite_number(x); }
MODEL int finitef(float x) { return finite_number(x); }
MODEL int __signbit(double x) { return sign_bit(x); }
MODEL int __signbitf(float x) { return sign_bit(x); }
