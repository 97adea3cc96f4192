// A call without prototype passes a pointer where the function takes a number: both are passed alike.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
#include <assert.h>

static int set(long address, int value) {
  *(int *)address = value;
  return 0;
}

int main(void) {
  int x = 0;
  int (*call)() = (int (*)())set;
  call(&x, 3);
  assert(x == 3);
  return 0;
}
