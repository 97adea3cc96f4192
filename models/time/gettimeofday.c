#include "cairn.h"

struct timeval {
    long tv_sec;
    long tv_usec;
};
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
struct timespec {
    long tv_sec;
    long tv_nsec;
};

/* Any time from 1970 on. */
MODEL int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    if (zone != NULL) {
        ((struct timezone *)zone)->tz_minuteswest = __VERIFIER_nondet_int();
        ((struct timezone *)zone)->tz_dsttime = __VERIFIER_nondet_int();
    }
    if (now != NULL) {
        long seconds = __VERIFIER_nondet_long(), parts = __VERIFIER_nondet_long();
        __VERIFIER_assume(seconds >= 0 && parts >= 0 && parts < 1000000);
        now->tv_sec = seconds;
        now->tv_usec = parts;
    }
    return 0;
}

enum { CLOCK_MONOTONIC = 1 };
static struct timespec last;

/* Clocks that exist; others may or may not. */
MODEL int clock_gettime(int id, struct timespec *now) {
    if (id < 0 || id > 1) {
        if (__VERIFIER_nondet_int() == 0) {
            __cairn_errno = EINVAL;
            return -1;
        }
    }
    long seconds = __VERIFIER_nondet_long(), parts = __VERIFIER_nondet_long();
    __VERIFIER_assume(seconds >= 0 && parts >= 0 && parts < 1000000000);
    if (id == CLOCK_MONOTONIC) {
        __VERIFIER_assume(seconds > last.tv_sec || (seconds == last.tv_sec && parts >= last.tv_nsec));
        last.tv_sec = seconds;
        last.tv_nsec = parts;
    }
    now->tv_sec = seconds;
    now->tv_nsec = parts;
    return 0;
}
