#include "cairn.h"

MODEL int rand_r(unsigned *seed) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    *seed = __VERIFIER_nondet_uint();
    return x;
}
