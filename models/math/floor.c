#include "cairn.h"

MODEL double floor(double x) { return __cairn_math1(MATH_FLOOR, x); }

/* Exact: the double result of a float argument rounds to the float result. */
MODEL float floorf(float x) { return (float)__cairn_math1(MATH_FLOOR, x); }
