#include "cairn.h"

MODEL int toascii(int c) { return c & 0x7f; }
