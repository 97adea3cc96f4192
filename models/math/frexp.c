#include "cairn.h"

/* Of a double: 52 bits of a fraction below 11 of an exponent. */
static double split(double x, int *exponent) {
    unsigned long long bits;
    *exponent = 0;
    if (x != x || x == 0 || x > __DBL_MAX__ || x < -__DBL_MAX__)
        return x;
    int scaled = 0;
    if (x < __DBL_MIN__ && x > -__DBL_MIN__) {
        x *= 0x1p54;
        scaled = 54;
    }
    memcpy(&bits, &x, sizeof bits);
    *exponent = (int)(bits >> 52 & 2047) - 1022 - scaled;
    bits = (bits & ~(2047ULL << 52)) | 1022ULL << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

MODEL double frexp(double x, int *exponent) { return split(x, exponent); }

MODEL float frexpf(float x, int *exponent) { return (float)split(x, exponent); }
