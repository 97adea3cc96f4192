#include "cairn.h"

/* Local statics are initialised once; the first byte of a guard says that it is done. One thread, so nobody waits. */
MODEL int __cxa_guard_acquire(char *guard) { return *guard == 0; }

MODEL void __cxa_guard_release(char *guard) { *guard = 1; }

MODEL void __cxa_guard_abort(char *guard) { (void)*(volatile char *)guard; }
