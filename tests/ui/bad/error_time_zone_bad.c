// A machine may be in any time zone, and the zone has a name.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ native: none it depends on the machine's time zone
//@ inputs: 3600 67 69 84 0
#define _GNU_SOURCE
#include <string.h>
#include <time.h>

extern void reach_error(void);

int main(void) {
  time_t when = 1000000;
  struct tm *local = localtime(&when);
  if (local && local->tm_gmtoff == 3600 && strcmp(local->tm_zone, "GMT") != 0)
    reach_error(); //~ BUG error-call
  return 0;
}
