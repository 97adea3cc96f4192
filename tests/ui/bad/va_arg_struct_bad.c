// A struct is passed as it is when the function is called, not when the function gets at it.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
#include <stdarg.h>

extern void reach_error(void);

struct large {
  long cells[4];
} given;

static long first(int count, ...) {
  given.cells[0] = 7;
  va_list args;
  va_start(args, count);
  struct large got = va_arg(args, struct large);
  va_end(args);
  return got.cells[0];
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    given.cells[0] = 1;
    if (first(0, given) == 1 && round == 2)
      reach_error(); //~ BUG error-call
  }
  return 0;
}
