// A switch with a thousand labels.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

#define C1(n)                                                                                                          \
  case n:                                                                                                              \
    return n * 3 % 1000;
#define C10(n) C1(n##0) C1(n##1) C1(n##2) C1(n##3) C1(n##4) C1(n##5) C1(n##6) C1(n##7) C1(n##8) C1(n##9)
#define C100(n) C10(n##0) C10(n##1) C10(n##2) C10(n##3) C10(n##4) C10(n##5) C10(n##6) C10(n##7) C10(n##8) C10(n##9)

static int step(int n) {
  switch (n) {
    C100(1)
    C100(2)
    C100(3)
    C100(4)
    C100(5)
    C100(6)
    C100(7)
    C100(8)
    C100(9)
  default:
    return n + 101;
  }
}

int main(void) {
  int n = 7;
  for (int i = 0; i < 1000; i++)
    n = step(n);
  printf("%d\n", n);
  return 0;
}
