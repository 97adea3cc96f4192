// An endless loop that is left by exit.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(termination)
#include <stdio.h>
#include <stdlib.h>

static void tick(int *n) {
  if (++*n == 20) {
    printf("%d\n", *n);
    exit(3);
  }
}

int main(void) {
  int n = 0;
  for (;;)
    tick(&n);
}
