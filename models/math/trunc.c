#include "cairn.h"

MODEL double trunc(double x) { return __cairn_math1(MATH_TRUNC, x); }

/* Exact: the double result of a float argument rounds to the float result. */
MODEL float truncf(float x) { return (float)__cairn_math1(MATH_TRUNC, x); }
