// Times in words: UTC.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <time.h>

int main(void) {
  time_t when = 951782400; // 2000-02-29
  struct tm parts;
  if (!gmtime_r(&when, &parts))
    return 1;
  printf("%d-%d-%d %d:%d:%d %d %d\n", parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
         parts.tm_wday, parts.tm_yday);
  struct tm *same = gmtime(&when);
  printf("%d\n", same->tm_mday == parts.tm_mday);
  printf("%.1f\n", difftime(when, when - 90));
  return 0;
}
