// Two counters: the inner one is reset whenever the outer one falls.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 5 3
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = __VERIFIER_nondet_uchar();
  int y = __VERIFIER_nondet_uchar();
  int steps = 0;
  while (x > 0) {
    if (y > 0) {
      y--;
    } else {
      x--;
      y = 10;
    }
    steps++;
  }
  printf("%d\n", steps);
  return 0;
}
