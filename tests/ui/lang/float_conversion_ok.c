// Conversions between integers and floating types.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  printf("%d %d %d\n", (int)3.99, (int)-3.99, (int)0.5f);
  printf("%u %lu\n", (unsigned)3000000000.0, (unsigned long)1e19);
  printf("%ld\n", (long)-9007199254740993.0);
  printf("%.1f %.1f\n", (double)-1, (double)4294967295u);
  printf("%.1f\n", (double)18446744073709551615ull);
  printf("%.1f\n", (double)(float)123456789);
  int i = 7;
  float f = i;
  f /= 2;
  i = f;
  printf("%d\n", i);
  unsigned char c = 200.7;
  short s = (short)-1.5f;
  printf("%d %d\n", c, s);
  long double ld = 1.0L / 3;
  printf("%.6f\n", (double)ld);
  printf("%d %d\n", (_Bool)0.1, (_Bool)0.0);
  return 0;
}
