#include "cairn.h"

MODEL void *bsearch(const void *key, const void *base, size_t n, size_t size,
                    int (*compare)(const void *, const void *)) {
    const char *a = base;
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, a + middle * size);
        if (order == 0)
            return (void *)(a + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
