#include "cairn.h"

/* `operator delete` and its kin, by their names in the Itanium ABI. That one of `new[]` is given to `delete` is not
 * noticed. */
#if __SIZEOF_SIZE_T__ == 8
#define NAME(one, rest) one##m##rest
#else
#define NAME(one, rest) one##j##rest
#endif

MODEL void _ZdlPv(void *p) { free(p); }
MODEL void _ZdaPv(void *p) { free(p); }
MODEL void NAME(_ZdlPv, )(void *p, size_t size) {
    (void)size;
    free(p);
}
MODEL void NAME(_ZdaPv, )(void *p, size_t size) {
    (void)size;
    free(p);
}
MODEL void _ZdlPvSt11align_val_t(void *p, size_t align) {
    (void)align;
    free(p);
}
MODEL void _ZdaPvSt11align_val_t(void *p, size_t align) {
    (void)align;
    free(p);
}
MODEL void NAME(_ZdlPv, St11align_val_t)(void *p, size_t size, size_t align) {
    (void)size;
    (void)align;
    free(p);
}
MODEL void NAME(_ZdaPv, St11align_val_t)(void *p, size_t size, size_t align) {
    (void)size;
    (void)align;
    free(p);
}
MODEL void _ZdlPvRKSt9nothrow_t(void *p, const void *tag) {
    (void)tag;
    free(p);
}
MODEL void _ZdaPvRKSt9nothrow_t(void *p, const void *tag) {
    (void)tag;
    free(p);
}
