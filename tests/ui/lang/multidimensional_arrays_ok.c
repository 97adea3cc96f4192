// Arrays of arrays: indexing, pointers to rows, three dimensions.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>

static int trace(int n, const int m[][3]) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += m[i][i];
  return t;
}

int main(void) {
  int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  int cube[2][3][4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        cube[i][j][k] = i * 100 + j * 10 + k;
  printf("%d\n", trace(3, (const int(*)[3])m));
  int(*row)[3] = m + 1;
  printf("%d %d %d\n", (*row)[2], row[1][0], *(*(m + 2) + 1));
  printf("%d %d\n", cube[1][2][3], *(cube[1][0] + 2));
  int(*plane)[4] = cube[1];
  printf("%d %zu %zu\n", plane[2][1], sizeof m, sizeof cube[0]);
  return trace(3, (const int(*)[3])m);
}
