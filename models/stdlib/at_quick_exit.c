#include "cairn.h"

enum { CAPACITY = 64 };
static void (*handlers[CAPACITY])(void);
static int count;

MODEL int at_quick_exit(void (*handler)(void)) {
    if (count == CAPACITY)
        __cairn_unsupported("more than 64 handlers of at_quick_exit");
    handlers[count] = handler;
    count++;
    return 0;
}

void __cairn_run_quick_exit_handlers(void) {
    while (count > 0) {
        count--;
        handlers[count]();
    }
}
