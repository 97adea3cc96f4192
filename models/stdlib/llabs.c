#include "cairn.h"

MODEL long long llabs(long long x) { return x < 0 ? -x : x; }

MODEL intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }
