#include "time.h"

/* Fields may be out of range: months are brought into a year first, the rest adds up. */
MODEL long timegm(struct tm *parts) {
    long long year = 1900LL + parts->tm_year + parts->tm_mon / 12;
    int month = parts->tm_mon % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    /* Years that begin in March; see gmtime.c. */
    long long y = month < 2 ? year - 1 : year;
    long long cycle = (y >= 0 ? y : y - 399) / 400;
    int year_of_cycle = (int)(y - cycle * 400);
    int day_of_year = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5;
    int day = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    long long days = cycle * 146097 + day - 719468 + parts->tm_mday - 1;
    long long seconds = ((days * 24 + parts->tm_hour) * 60 + parts->tm_min) * 60 + parts->tm_sec;
    long result = (long)seconds;
    if (result != seconds || __cairn_gmtime(&result, parts) == NULL) {
        __cairn_errno = EOVERFLOW;
        return -1;
    }
    return result;
}
