// Names shadowed in inner blocks, loops and parameters; addresses taken of each.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

static int x = 1;

static int f(int x) {
  int *outer = &x;
  {
    int x = 30;
    int *inner = &x;
    *inner += 3;
    *outer += x;
  }
  return x;
}

int main(void) {
  int sum = x;
  for (int x = 0; x < 3; x++) {
    sum += x;
    int x = 100;
    sum += x;
  }
  printf("%d %d %d\n", sum, f(2), x);
  if (x) {
    int x = 7;
    sum = x;
  }
  return sum;
}
