// while, for and do-while, with break and continue at several depths.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) {
    if (i % 2)
      continue;
    for (int j = 0;; j++) {
      if (j > i)
        break;
      if (j == 3)
        continue;
      total += j;
    }
  }
  printf("%d\n", total);
  int n = 27, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  printf("%d\n", steps);
  int k = 0;
  do {
    k += 7;
    if (k == 21)
      continue;
  } while (k < 20);
  printf("%d\n", k);
  do
    k++;
  while (0);
  return k;
}
