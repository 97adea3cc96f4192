// Twenty thousand nested calls that all return.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }

int main(void) {
  printf("%d\n", depth(20000));
  return 0;
}
