#include "stdio.h"

static int put(int c) {
    unsigned char byte = (unsigned char)c;
    __cairn_write(1, &byte, 1);
    return byte;
}

MODEL int putchar(int c) { return put(c); }

MODEL int putchar_unlocked(int c) { return put(c); }
