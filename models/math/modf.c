#include "cairn.h"

/* Both parts have the sign of the whole. */
static double sign_of(double x, double part) {
    unsigned long long whole, bits;
    memcpy(&whole, &x, sizeof whole);
    memcpy(&bits, &part, sizeof bits);
    bits = (bits & ~(1ULL << 63)) | (whole & 1ULL << 63);
    memcpy(&part, &bits, sizeof part);
    return part;
}

static double split(double x, double *whole) {
    *whole = __cairn_math1(MATH_TRUNC, x);
    if (x > __DBL_MAX__ || x < -__DBL_MAX__)
        return sign_of(x, 0);
    return x != x ? x : sign_of(x, x - *whole);
}

MODEL double modf(double x, double *whole) { return split(x, whole); }

MODEL float modff(float x, float *whole) {
    double part, rest = split(x, &part);
    *whole = (float)part;
    return (float)rest;
}
