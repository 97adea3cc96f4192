#include "cairn.h"

/* `operator new` and its kin, by their names in the Itanium ABI. Memory that cannot be had is an exception, which no
 * program without exceptions can go on after; a size of zero gives a block of one byte. */
static void *new_or_throw(size_t size) {
    void *p = malloc(size == 0 ? 1 : size);
    if (p == NULL)
        __cairn_unsupported("std::bad_alloc is thrown");
    return p;
}

static void *new_aligned(size_t size, size_t align) {
    void *p = __cairn_aligned_alloc(align, size == 0 ? 1 : size);
    if (p == NULL)
        __cairn_unsupported("std::bad_alloc is thrown");
    return p;
}

#if __SIZEOF_SIZE_T__ == 8
#define NAME(one, rest) one##m##rest
#else
#define NAME(one, rest) one##j##rest
#endif

MODEL void *NAME(_Znw, )(size_t size) { return new_or_throw(size); }
MODEL void *NAME(_Zna, )(size_t size) { return new_or_throw(size); }
MODEL void *NAME(_Znw, RKSt9nothrow_t)(size_t size, const void *tag) {
    (void)tag;
    return malloc(size == 0 ? 1 : size);
}
MODEL void *NAME(_Zna, RKSt9nothrow_t)(size_t size, const void *tag) {
    (void)tag;
    return malloc(size == 0 ? 1 : size);
}
MODEL void *NAME(_Znw, St11align_val_t)(size_t size, size_t align) { return new_aligned(size, align); }
MODEL void *NAME(_Zna, St11align_val_t)(size_t size, size_t align) { return new_aligned(size, align); }

/* `std::nothrow`. */
MODEL const char _ZSt7nothrow = 0;
