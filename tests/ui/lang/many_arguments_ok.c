// More arguments than registers: ten integers, ten doubles, and both mixed.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static long weigh(long a, int b, short c, char d, long e, int f, long g, int h, short i, char j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static double mix(double a, double b, double c, double d, double e, double f, double g, double h, double i, float j) {
  return a - b + c - d + e - f + g - h + i * 100 + j * 1000;
}

static double both(int a, double b, int c, float d, long e, double f, char *g, double h, int i, double j, int k, double l,
                   double m, double n, double o) {
  return a + b * c + d + e + f + g[0] + h + i + j + k + l + m + n * 2 + o * 3;
}

int main(void) {
  printf("%ld\n", weigh(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%.1f\n", mix(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%.2f\n", both(1, 2, 3, 4.5f, 5, 6, "a", 7, 8, 9, 10, 11, 12, 13, 14.25));
  return 0;
}
