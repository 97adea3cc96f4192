#include "cairn.h"

MODEL void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
