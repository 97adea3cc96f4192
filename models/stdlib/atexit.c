#include "cairn.h"

/* The standard guarantees 32; a program that registers more than fit here is not judged. */
enum { CAPACITY = 64 };
static void (*handlers[CAPACITY])(void);
static int count;

MODEL int atexit(void (*handler)(void)) {
    if (count == CAPACITY)
        __cairn_unsupported("more than 64 handlers of atexit");
    handlers[count] = handler;
    count++;
    return 0;
}

/* The last one first; a handler may register others, which run next. */
void __cairn_run_exit_handlers(void) {
    while (count > 0) {
        count--;
        handlers[count]();
    }
}
