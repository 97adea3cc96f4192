#include "cairn.h"

static int is_ordinary(double x) { return x == x && x != 0 && x <= __DBL_MAX__ && x >= -__DBL_MAX__; }

/* x * 2^n, rounded once. */
static double scale(double x, int n) {
    if (!is_ordinary(x))
        return x;
    long long exponent = n;
    if (x < __DBL_MIN__ && x > -__DBL_MIN__) {
        x *= 0x1p54;
        exponent -= 54;
    }
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    unsigned long long sign = bits & 1ULL << 63, fraction = (bits & ((1ULL << 52) - 1)) | 1ULL << 52;
    exponent += (long long)(bits >> 52 & 2047);
    if (exponent >= 2047) {
        bits = sign | 2047ULL << 52;
    } else if (exponent >= 1) {
        bits = sign | (unsigned long long)exponent << 52 | (fraction & ((1ULL << 52) - 1));
    } else if (exponent < -53) {
        bits = sign;
    } else {
        int lost = (int)(1 - exponent);
        unsigned long long kept = fraction >> lost, rest = fraction & ((1ULL << lost) - 1), half = 1ULL << (lost - 1);
        if (rest > half || (rest == half && (kept & 1) == 1))
            kept++;
        bits = sign | kept;
    }
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

static double with_errno(double x, double result) {
    if (is_ordinary(x) && !is_ordinary(result))
        __cairn_errno = ERANGE;
    return result;
}

/* As a double the result is exact, unless it is too small for any float. */
static float scalef(float x, int n) { return (float)with_errno(x, (float)scale(x, n)); }

MODEL double ldexp(double x, int n) { return with_errno(x, scale(x, n)); }
MODEL double scalbn(double x, int n) { return with_errno(x, scale(x, n)); }
MODEL float ldexpf(float x, int n) { return scalef(x, n); }
MODEL float scalbnf(float x, int n) { return scalef(x, n); }
