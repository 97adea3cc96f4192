// Operands narrower than int are promoted to int before arithmetic.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -128;
  unsigned short s = 65535;
  printf("%d\n", a + b);
  unsigned char sum = a + b;
  printf("%d\n", sum);
  printf("%d\n", -c);
  printf("%d\n", c * c);
  printf("%d %d\n", ~a, (unsigned char)~a);
  printf("%d\n", s + 1);
  printf("%d\n", (unsigned short)(s + 1));
  printf("%d\n", a << 8);
  printf("%d\n", (int)sizeof(a + b));
  return (unsigned char)(a + b);
}
