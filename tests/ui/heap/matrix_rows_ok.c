// A matrix as an array of separately allocated rows.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static int **make(int n) {
  int **m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++)
    m[i] = calloc(n, sizeof **m);
  return m;
}

static void drop(int **m, int n) {
  while (n--)
    free(m[n]);
  free(m);
}

int main(void) {
  int n = 3, **a = make(n), **b = make(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * n + j + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        b[i][j] += a[i][k] * a[k][j];
  int *swap = b[0];
  b[0] = b[2];
  b[2] = swap;
  for (int i = 0; i < n; i++)
    printf("%d %d %d\n", b[i][0], b[i][1], b[i][2]);
  drop(a, n);
  drop(b, n);
  return 0;
}
