#include "cairn.h"

MODEL void *reallocarray(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        __cairn_errno = ENOMEM;
        return NULL;
    }
    return realloc(old, count * size);
}
