// The second argument of gettimeofday is written to.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none the library writes, and AddressSanitizer does not look
//@ native: none as above
#include <stdlib.h>
#include <sys/time.h>

int main(void) {
  struct timeval now;
  void *zone = malloc(1);
  gettimeofday(&now, zone); //~ BUG out-of-bounds
  free(zone);
  return 0;
}
