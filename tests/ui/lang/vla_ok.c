// Variable-length arrays: in a loop, two-dimensional, as parameters, with sizeof.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>

static int sum(int rows, int cols, int m[rows][cols]) {
  int t = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      t += m[i][j];
  return t;
}

int main(void) {
  for (int n = 1; n < 5; n++) {
    int a[n];
    for (int i = 0; i < n; i++)
      a[i] = i * n;
    printf("%zu %d\n", sizeof a, a[n - 1]);
  }
  int r = 3, c = 4;
  int m[r][c];
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++)
      m[i][j] = i + j;
  r = 100;
  printf("%d %zu %zu\n", sum(3, 4, m), sizeof m, sizeof m[0]);
  int(*p)[c] = m;
  printf("%d\n", p[2][3]);
  typedef char buffer[c + 1];
  buffer b;
  c = 0;
  printf("%zu\n", sizeof b);
  return sum(3, 4, m);
}
