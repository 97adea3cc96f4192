// Numbers of a constant table and of a local array, read where they were written.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, valid-memsafety, no-overflow)
//@ inputs: 2 5
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static const int table[4] = {3, 1, 4, 1};

int main(void) {
  int copy[4];
  unsigned i = __VERIFIER_nondet_uchar() % 4;
  int number = __VERIFIER_nondet_uchar();
  copy[0] = copy[1] = copy[2] = copy[3] = 0;
  copy[i] = number;
  assert(copy[i] == number);
  assert(table[i] >= 1 && table[i] <= 4);
  int sum = copy[i] + table[i];
  assert(sum > number && sum < 260);
  return 0;
}
