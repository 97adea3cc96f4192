#include "number.h"

MODEL long long atoll(const char *s) { return __cairn_strtoll(s, NULL, 10, 0); }
