#include "cairn.h"

enum { SIGNALS = 65, SIGKILL = 9, SIGSTOP = 19 };

/* Handlers are noted, and never called: no signal arrives (assumption 5). */
static void (*handlers[SIGNALS])(int);

MODEL void (*signal(int number, void (*handler)(int)))(int) {
    if (number < 1 || number >= SIGNALS || number == SIGKILL || number == SIGSTOP) {
        __cairn_errno = EINVAL;
        return (void (*)(int)) - 1;
    }
    void (*before)(int) = handlers[number];
    handlers[number] = handler;
    return before;
}
