#include "time.h"

enum { FARTHEST = 89999, LONGEST = 7 };

static int known, offset, summer;
static long last;
static char zone[LONGEST + 1];

/* A name of at least three letters. */
static void name_zone(void) {
    for (int i = 0; i < LONGEST; i++) {
        zone[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(i >= 3 || zone[i] != '\0');
        if (zone[i] == '\0')
            break;
    }
}

/* Which time zone a machine is in is up to it: any offset of less than 25 hours, with summer time or without; the same
 * for the same time. */
static struct tm *local(const long *time, struct tm *result) {
    if (!known || last != *time) {
        offset = __VERIFIER_nondet_int();
        __VERIFIER_assume(offset >= -FARTHEST && offset <= FARTHEST);
        name_zone();
        summer = __VERIFIER_nondet_int() != 0;
        last = *time;
        known = 1;
    }
    long shifted = *time;
    if (shifted > LONG_MAX - FARTHEST || shifted < LONG_MIN + FARTHEST) {
        __cairn_errno = EOVERFLOW;
        return NULL;
    }
    shifted += offset;
    result = __cairn_gmtime(&shifted, result);
    if (result == NULL)
        return NULL;
    result->tm_isdst = summer;
    result->tm_gmtoff = offset;
    result->tm_zone = zone;
    return result;
}

MODEL struct tm *localtime(const long *time) { return local(time, &__cairn_tm); }

MODEL struct tm *localtime_r(const long *restrict time, struct tm *restrict result) { return local(time, result); }
