#include "stdio.h"

MODEL FILE *stderr = &__cairn_stderr;
