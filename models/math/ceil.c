#include "cairn.h"

MODEL double ceil(double x) { return __cairn_math1(MATH_CEIL, x); }

/* Exact: the double result of a float argument rounds to the float result. */
MODEL float ceilf(float x) { return (float)__cairn_math1(MATH_CEIL, x); }
