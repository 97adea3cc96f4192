#include "number.h"

MODEL int atoi(const char *s) { return (int)__cairn_strtol(s, NULL, 10, 0); }
