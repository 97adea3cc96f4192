// GNU vector types: element-wise arithmetic, comparison, subscripts, shuffles.
//@ verdict: true
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

static v4 scale(v4 v, int by) { return v * by; }

int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  v4 c = a + b;
  v4 d = scale(c, 2);
  v4 less = a < (v4){2, 2, 4, 4};
  for (int i = 0; i < 4; i++)
    printf("%d:%d:%d ", c[i], d[i], less[i]);
  f4 f = {0.5f, 1.5f, 2.5f, 3.5f};
  f += 1.0f;
  f[2] = 9;
  printf("\n%.1f %.1f\n", (double)f[0], (double)f[2]);
  v4 r = __builtin_shufflevector(a, b, 3, 2, 5, 4);
  printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
  return c[3];
}
