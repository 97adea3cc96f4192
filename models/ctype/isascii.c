#include "cairn.h"

MODEL int isascii(int c) { return (c & ~0x7f) == 0; }
