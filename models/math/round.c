#include "cairn.h"

MODEL double round(double x) { return __cairn_math1(MATH_ROUND, x); }

/* Exact: the double result of a float argument rounds to the float result. */
MODEL float roundf(float x) { return (float)__cairn_math1(MATH_ROUND, x); }
