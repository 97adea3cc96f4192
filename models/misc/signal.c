#include "cairn.h"

enum { SIGNALS = 65, SIGKILL = 9, SIGSTOP = 19 };

/* Handlers are noted, and never called: no signal arrives (assumption 5). Whoever starts the program may have it ignore
 * signals. */
static void (*handlers[SIGNALS])(int);
static int known[SIGNALS];

MODEL void (*signal(int number, void (*handler)(int)))(int) {
    if (number < 1 || number >= SIGNALS || number == SIGKILL || number == SIGSTOP) {
        __cairn_errno = EINVAL;
        return (void (*)(int)) - 1;
    }
    if (!known[number]) {
        known[number] = 1;
        handlers[number] = __VERIFIER_nondet_int() == 0 ? NULL : (void (*)(int))1;
    }
    void (*before)(int) = handlers[number];
    handlers[number] = handler;
    return before;
}
