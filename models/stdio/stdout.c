#include "stdio.h"

MODEL FILE *stdout = &__cairn_stdout;
