#include "cairn.h"

/* The magnitude of the smallest value does not fit: a signed overflow, as in C. */
MODEL int abs(int x) { return x < 0 ? -x : x; }
