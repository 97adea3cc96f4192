// An indeterminate value may be read and copied; no property forbids it.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
//@ native: none the value is indeterminate, so the run is not comparable
#include <stdlib.h>

struct pair {
  int a, b;
};

int main(void) {
  struct pair p, q;
  p.a = 1;
  q = p;
  unsigned char *m = malloc(4);
  unsigned char copy = m[2];
  free(m);
  return q.a + (copy & 0);
}
