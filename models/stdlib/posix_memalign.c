#include "cairn.h"

MODEL int posix_memalign(void **result, size_t align, size_t size) {
    if (align == 0 || (align & (align - 1)) != 0 || align % sizeof(void *) != 0)
        return EINVAL;
    void *p = __cairn_aligned_alloc(align, size);
    if (p == NULL)
        return ENOMEM;
    *result = p;
    return 0;
}
