// Mutual recursion with a falling argument.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 7
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int odd(int n);
static int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n <= 0 ? 0 : even(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_uchar();
  printf("%d\n", even(n));
  return 0;
}
