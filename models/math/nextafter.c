#include "cairn.h"

/* The numbers of one sign are in the order of their bits. */
MODEL double nextafter(double x, double y) {
    unsigned long long bits;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0) {
        __cairn_errno = ERANGE;
        return y > 0 ? __DBL_DENORM_MIN__ : -__DBL_DENORM_MIN__;
    }
    memcpy(&bits, &x, sizeof bits);
    bits = (x < y) == (x > 0) ? bits + 1 : bits - 1;
    memcpy(&x, &bits, sizeof x);
    if (x > __DBL_MAX__ || x < -__DBL_MAX__ || (x < __DBL_MIN__ && x > -__DBL_MIN__))
        __cairn_errno = ERANGE;
    return x;
}

MODEL float nextafterf(float x, float y) {
    unsigned bits;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0) {
        __cairn_errno = ERANGE;
        return y > 0 ? __FLT_DENORM_MIN__ : -__FLT_DENORM_MIN__;
    }
    memcpy(&bits, &x, sizeof bits);
    bits = (x < y) == (x > 0) ? bits + 1 : bits - 1;
    memcpy(&x, &bits, sizeof x);
    if (x > __FLT_MAX__ || x < -__FLT_MAX__ || (x < __FLT_MIN__ && x > -__FLT_MIN__))
        __cairn_errno = ERANGE;
    return x;
}
