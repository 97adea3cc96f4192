#include "cairn.h"

/* Insertion by binary search: stable, in place, about n log n comparisons, and inside the array whatever the
 * comparison answers. Elements move as whole blocks, so pointers inside them stay pointers. */
MODEL void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    char *a = base;
    if (n < 2 || size == 0)
        return;
    char *saved = __builtin_alloca(size);
    for (size_t i = 1; i < n; i++) {
        size_t low = 0;
        size_t high = i;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (compare(a + middle * size, a + i * size) > 0)
                high = middle;
            else
                low = middle + 1;
        }
        if (low < i) {
            memcpy(saved, a + i * size, size);
            memmove(a + (low + 1) * size, a + low * size, (i - low) * size);
            memcpy(a + low * size, saved, size);
        }
    }
}
