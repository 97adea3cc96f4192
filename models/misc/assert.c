/* The names of a failed assertion in other C libraries. */
#include "cairn.h"

MODEL _Noreturn void __assert(const char *assertion, const char *file, int line) {
    __assert_fail(assertion, file, (unsigned)line, "");
}

MODEL _Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *assertion) {
    __assert_fail(assertion, file, (unsigned)line, function);
}
