#include "cairn.h"

MODEL void cfree(void *p) { free(p); }
