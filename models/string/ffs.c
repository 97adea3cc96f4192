#include "cairn.h"

static int first_set(unsigned long long x) {
    int n = 1;
    if (x == 0)
        return 0;
    while ((x & 1) == 0) {
        x >>= 1;
        n++;
    }
    return n;
}

MODEL int ffs(int x) { return first_set((unsigned)x); }

MODEL int ffsl(long x) { return first_set((unsigned long)x); }

MODEL int ffsll(long long x) { return first_set((unsigned long long)x); }
