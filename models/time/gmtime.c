#include "time.h"

static const char zone[] = "GMT";
struct tm __cairn_tm;

/* Days since 1970-01-01 are counted from 0000-03-01, in cycles of 400 years: there, leap days come last. */
struct tm *__cairn_gmtime(const long *time, struct tm *result) {
    long long days = *time / 86400, rest = *time % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    result->tm_hour = (int)(rest / 3600);
    result->tm_min = (int)(rest % 3600 / 60);
    result->tm_sec = (int)(rest % 60);
    int weekday = (int)((days + 4) % 7);
    result->tm_wday = weekday < 0 ? weekday + 7 : weekday;

    long long shifted = days + 719468;
    long long cycle = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    int day = (int)(shifted - cycle * 146097);
    int year_of_cycle = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int day_of_year = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    int month = (5 * day_of_year + 2) / 153;
    result->tm_mday = day_of_year - (153 * month + 2) / 5 + 1;
    result->tm_mon = month < 10 ? month + 2 : month - 10;
    long long year = cycle * 400 + year_of_cycle + (month < 10 ? 0 : 1);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        __cairn_errno = EOVERFLOW;
        return NULL;
    }
    result->tm_year = (int)(year - 1900);
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    result->tm_yday = day_of_year < 306 ? day_of_year + 59 + leap : day_of_year - 306;
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = zone;
    return result;
}

MODEL struct tm *gmtime(const long *time) { return __cairn_gmtime(time, &__cairn_tm); }

MODEL struct tm *gmtime_r(const long *restrict time, struct tm *restrict result) {
    return __cairn_gmtime(time, result);
}
