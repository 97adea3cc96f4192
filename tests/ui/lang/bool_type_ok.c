// _Bool: everything that is not zero becomes one.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdbool.h>
#include <stdio.h>

struct flags {
  bool a;
  bool b : 1;
  bool c : 1;
};

static bool is_even(int n) { return n % 2 == 0; }

int main(void) {
  bool t = 42, f = 0, d = 0.5, p = "x";
  printf("%d %d %d %d\n", t, f, d, p);
  t++;
  printf("%d %d\n", t, (int)sizeof(bool));
  t--;
  printf("%d\n", t);
  struct flags s = {.a = 256, .b = 2, .c = 0};
  printf("%d %d %d\n", s.a, s.b, s.c);
  f |= 4;
  printf("%d %d\n", f, !f);
  printf("%d %d\n", is_even(4), is_even(-3));
  return t + f;
}
