#include "cairn.h"

static void *allocate(size_t align, size_t size) {
    if (align == 0 || (align & (align - 1)) != 0)
        __cairn_unsupported("an alignment that is no power of two");
    return __cairn_aligned_alloc(align, size);
}

MODEL void *aligned_alloc(size_t align, size_t size) { return allocate(align, size); }

MODEL void *memalign(size_t align, size_t size) { return allocate(align, size); }
