// sscanf: literals, widths, suppression, %n, sets, longs and doubles.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int d, m, y, used = 0;
  int n = sscanf("2024-11-05", "%4d-%2d-%2d%n", &y, &m, &d, &used);
  printf("%d %d %d %d %d\n", n, y, m, d, used);
  long l;
  unsigned u;
  double f;
  short h;
  n = sscanf("9000000000 4000000000 2.5 -3", "%ld %u %lf %hd", &l, &u, &f, &h);
  printf("%d %ld %u %.2f %d\n", n, l, u, f, h);
  char key[8], value[8];
  n = sscanf("key = val ue", "%7[a-z] = %7[^\n]", key, value);
  printf("%d [%s] [%s]\n", n, key, value);
  n = sscanf("1 2 3", "%*d %d", &d);
  printf("%d %d\n", n, d);
  char c[2];
  n = sscanf("xyz", "%2c", c);
  printf("%d %c%c\n", n, c[0], c[1]);
  printf("%d %d\n", sscanf("", "%d", &d), sscanf("abc", "%d", &d));
  return 0;
}
