// A pointer copied through a union, through bytes and through an integer still points.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>

union slot {
  int *pointer;
  unsigned char bytes[sizeof(int *)];
  uintptr_t number;
};

int main(void) {
  int target = 5;
  union slot a, b;
  a.pointer = &target;
  for (unsigned i = 0; i < sizeof(int *); i++)
    b.bytes[i] = a.bytes[i];
  *b.pointer += 1;
  uintptr_t n = a.number;
  int *back = (int *)n;
  *back += 10;
  printf("%d %d\n", target, back == &target);
  return target;
}
