// Division and remainder truncate towards zero for every combination of signs.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int tops[] = {7, -7, 8, -8, 0}, bottoms[] = {2, -2, 3, -3};
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 4; j++) {
      int q = tops[i] / bottoms[j], r = tops[i] % bottoms[j];
      if (q * bottoms[j] + r != tops[i])
        return 1;
      printf("%d:%d ", q, r);
    }
    printf("\n");
  }
  printf("%u %u\n", 4000000000u / 3, 4000000000u % 7);
  printf("%ld\n", (-9223372036854775807l - 1) / 2);
  unsigned char c = 250;
  printf("%d\n", c / -3);
  return 0;
}
