#include "cairn.h"

int __cairn_errno;

MODEL int *__errno_location(void) { return &__cairn_errno; }
