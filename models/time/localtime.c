#include "time.h"

static int known, quarters, summer;
static long last;

/* Which time zone a machine is in is up to it: any offset of quarters of an hour within a day, with summer time or
 * without; the same for the same time. */
static struct tm *local(const long *time, struct tm *result) {
    if (!known || last != *time) {
        quarters = __VERIFIER_nondet_int();
        __VERIFIER_assume(quarters > -96 && quarters < 96);
        summer = __VERIFIER_nondet_int() != 0;
        last = *time;
        known = 1;
    }
    long offset = quarters * 900L, shifted = *time;
    if (shifted > LONG_MAX - 86400 || shifted < LONG_MIN + 86400) {
        __cairn_errno = EOVERFLOW;
        return NULL;
    }
    shifted += offset;
    result = __cairn_gmtime(&shifted, result);
    if (result == NULL)
        return NULL;
    result->tm_isdst = summer;
    result->tm_gmtoff = offset;
    return result;
}

MODEL struct tm *localtime(const long *time) { return local(time, &__cairn_tm); }

MODEL struct tm *localtime_r(const long *restrict time, struct tm *restrict result) { return local(time, result); }
