#include "cairn.h"

MODEL void bzero(void *p, size_t n) { memset(p, 0, n); }

MODEL void explicit_bzero(void *p, size_t n) { memset(p, 0, n); }
