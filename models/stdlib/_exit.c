#include "cairn.h"

MODEL _Noreturn void _exit(int status) { __cairn_exit(status); }

MODEL _Noreturn void _Exit(int status) { __cairn_exit(status); }
