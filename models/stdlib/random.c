#include "cairn.h"

MODEL long random(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    return x;
}
