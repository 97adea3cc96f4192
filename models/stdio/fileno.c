#include "stdio.h"

MODEL int fileno(FILE *f) { return f->fd; }
