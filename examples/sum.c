// Sums an array two ways and asserts that they agree.
//
// There is no input, so there is exactly one run; running it to its end proves every
// property of the program.
//@ verdict: true
#include <assert.h>
#include <stdio.h>

enum { COUNT = 10 };

int main(void) {
  int squares[COUNT];
  for (int i = 0; i < COUNT; i++)
    squares[i] = i * i;

  int sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += squares[i];

  assert(sum == (COUNT - 1) * COUNT * (2 * COUNT - 1) / 6);
  printf("%d\n", sum);
  return 0;
}
