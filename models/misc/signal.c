#include "cairn.h"

enum { SIGNALS = 65, SIGABRT = 6, SIGKILL = 9, SIGSTOP = 19 };

/* Handlers are noted, and never called: no signal arrives (assumption 5), but for the one that `abort` raises. Whoever
 * starts the program may have it ignore signals. */
static void (*handlers[SIGNALS])(int);
static int known[SIGNALS];

MODEL void (*signal(int number, void (*handler)(int)))(int) {
    if (number < 1 || number >= SIGNALS || number == SIGKILL || number == SIGSTOP) {
        __cairn_errno = EINVAL;
        return (void (*)(int)) - 1;
    }
    if (number == SIGABRT && handler != NULL && handler != (void (*)(int))1)
        __cairn_unsupported("a handler of the signal that `abort` raises");
    if (!known[number]) {
        known[number] = 1;
        handlers[number] = __VERIFIER_nondet_int() == 0 ? NULL : (void (*)(int))1;
    }
    void (*before)(int) = handlers[number];
    handlers[number] = handler;
    return before;
}
