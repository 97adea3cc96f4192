#include "stdio.h"

MODEL FILE *stdin = &__cairn_stdin;
