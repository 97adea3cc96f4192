/* Broken-down time, in the proleptic Gregorian calendar. */
#ifndef CAIRN_TIME_H
#define CAIRN_TIME_H

#include "cairn.h"

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* UTC; null when the year does not fit an int. */
struct tm *__cairn_gmtime(const long *time, struct tm *result);
extern struct tm __cairn_tm;

#endif
