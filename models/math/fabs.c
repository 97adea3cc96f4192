#include "cairn.h"

MODEL double fabs(double x) { return __cairn_math1(MATH_FABS, x); }

/* Exact: the double result of a float argument rounds to the float result. */
MODEL float fabsf(float x) { return (float)__cairn_math1(MATH_FABS, x); }
