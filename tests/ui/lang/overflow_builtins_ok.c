// __builtin_{add,sub,mul}_overflow on several types: wrapped result and flag.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <limits.h>
#include <stdio.h>

int main(void) {
  int i;
  unsigned u;
  long l;
  unsigned char c;
  signed char s;
  int flag = __builtin_add_overflow(INT_MAX, 1, &i);
  printf("%d %d\n", flag, i);
  flag = __builtin_sub_overflow(0u, 1u, &u);
  printf("%d %u\n", flag, u);
  flag = __builtin_mul_overflow(1l << 40, 1l << 30, &l);
  printf("%d %ld\n", flag, l);
  flag = __builtin_add_overflow(200, 100, &c);
  printf("%d %d\n", flag, c);
  flag = __builtin_mul_overflow(-8, 16, &s);
  printf("%d %d\n", flag, s);
  flag = __builtin_sub_overflow(-100, 100, &s);
  printf("%d %d\n", flag, s);
  flag = __builtin_smul_overflow(46341, 46341, &i);
  printf("%d %d\n", flag, i);
  flag = __builtin_uadd_overflow(UINT_MAX, 1u, &u);
  printf("%d %u\n", flag, u);
  flag = __builtin_add_overflow(5, -7, &u);
  printf("%d %u\n", flag, u);
  return 0;
}
