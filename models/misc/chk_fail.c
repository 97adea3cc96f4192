/* What fortified headers and stack protectors call when they found an overflow. */
#include "cairn.h"

MODEL _Noreturn void __chk_fail(void) { abort(); }

MODEL _Noreturn void __stack_chk_fail(void) { abort(); }
