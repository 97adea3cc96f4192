// Prints as often as it was asked to.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 3
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int left = __VERIFIER_nondet_uchar();
  char name[] = "round";
  while (left > 0) {
    printf("%s %d of %5u, %c%%\n", name, left, 255u, 'x');
    left--;
  }
  puts("done");
  return 0;
}
