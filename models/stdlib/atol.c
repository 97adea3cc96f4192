#include "number.h"

MODEL long atol(const char *s) { return __cairn_strtol(s, NULL, 10, 0); }
