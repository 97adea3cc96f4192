// An external variable nobody defines but nobody touches is harmless.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

extern int elsewhere[];
extern int defined_below;

int main(void) {
  if (0)
    return elsewhere[0];
  printf("%d\n", defined_below);
  return defined_below;
}

int defined_below = 6;
