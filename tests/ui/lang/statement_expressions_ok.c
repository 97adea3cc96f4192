// GNU statement expressions and typeof, as type-safe macros use them.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

#define MAX(a, b)                                                                                                      \
  ({                                                                                                                   \
    __typeof__(a) a_ = (a);                                                                                            \
    __typeof__(b) b_ = (b);                                                                                            \
    a_ > b_ ? a_ : b_;                                                                                                 \
  })
#define SWAP(a, b)                                                                                                     \
  do {                                                                                                                 \
    __typeof__(a) t_ = (a);                                                                                            \
    (a) = (b);                                                                                                         \
    (b) = t_;                                                                                                          \
  } while (0)

int main(void) {
  int i = 3, j = 5;
  int m = MAX(i++, j++);
  printf("%d %d %d\n", m, i, j);
  SWAP(i, j);
  printf("%d %d\n", i, j);
  double d = MAX(1.5, 1.25);
  printf("%.2f\n", d);
  int n = ({
    int t = 0;
    for (int k = 0; k < 5; k++)
      t += k;
    t;
  });
  return MAX(n, MAX(i, j));
}
