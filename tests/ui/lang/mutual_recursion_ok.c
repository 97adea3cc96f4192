// Two functions that call each other, and a recursive-descent calculator.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static const char *in;
static int sum(void);

static int atom(void) {
  if (*in == '(') {
    in++;
    int v = sum();
    in++;
    return v;
  }
  int v = 0;
  while (*in >= '0' && *in <= '9')
    v = v * 10 + (*in++ - '0');
  return v;
}

static int product(void) {
  int v = atom();
  while (*in == '*') {
    in++;
    v *= atom();
  }
  return v;
}

static int sum(void) {
  int v = product();
  while (*in == '+') {
    in++;
    v += product();
  }
  return v;
}

int main(void) {
  printf("%d %d %d\n", even(10), odd(10), odd(33));
  in = "2*(3+4)*5+1";
  int r = sum();
  printf("%d\n", r);
  return r;
}
