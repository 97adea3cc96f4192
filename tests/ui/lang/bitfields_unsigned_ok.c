// Unsigned bit fields: truncation on store, neighbours untouched, layout.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct date {
  unsigned day : 5;
  unsigned month : 4;
  unsigned year : 12;
  unsigned leap : 1;
};

int main(void) {
  struct date d = {31, 12, 1999, 0};
  printf("%u %u %u %u %zu\n", d.day, d.month, d.year, d.leap, sizeof d);
  d.day = 33;
  d.month++;
  printf("%u %u %u\n", d.day, d.month, d.year);
  d.month += 5;
  d.leap = ~d.leap;
  printf("%u %u %u %u\n", d.day, d.month, d.year, d.leap);
  d.year -= 2000;
  printf("%u\n", d.year);
  int promoted = d.day - 5;
  printf("%d\n", promoted);
  return d.month;
}
