#include "cairn.h"

enum { PAGE = 4096 };

MODEL void *valloc(size_t size) { return __cairn_aligned_alloc(PAGE, size); }

MODEL void *pvalloc(size_t size) { return __cairn_aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE); }
