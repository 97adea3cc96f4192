// puts gets the null that strstr returned.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *hit = strstr("haystack", "needle");
  puts(hit); //~ BUG null-deref
  return 0;
}
