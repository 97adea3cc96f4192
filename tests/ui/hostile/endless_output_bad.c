// Prints for ever: a run must be cut by its step budget.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
#include <stdio.h>

int main(void) {
  for (;;) //~ BUG non-termination
    puts("more");
}
