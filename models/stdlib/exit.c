#include "cairn.h"

/* Defined by atexit.c, which is linked in only when the program registers handlers. */
__attribute__((weak)) void __cairn_run_exit_handlers(void);

MODEL _Noreturn void exit(int status) {
    if (__cairn_run_exit_handlers != NULL)
        __cairn_run_exit_handlers();
    __cairn_exit(status);
}
