// Constant globals, static locals that keep their value, tentative definitions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static const int primes[] = {2, 3, 5, 7, 11};
const char *const greeting = "hello";
int tentative;
int tentative;
int tentative = 4;
static int zeroed[3];

static int next(void) {
  static int counter = 10;
  static int *last = &counter;
  ++*last;
  return counter;
}

static int *persistent(void) {
  static int cell;
  return &cell;
}

int main(void) {
  int first = next();
  int second = next();
  printf("%d %d %d\n", first, second, next());
  *persistent() += 3;
  *persistent() += 4;
  printf("%d %d %d\n", *persistent(), tentative, zeroed[2]);
  printf("%s %d\n", greeting, primes[4]);
  {
    extern int tentative;
    int shadow = tentative;
    tentative = shadow + 1;
  }
  return tentative;
}
