// Enumerations: implicit values, explicit values, negative ones, as array sizes.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, LAST = BLUE + 2 };
enum { BELOW = -3, NEXT, MASK = 1 << 4 | 2, COUNT = 4 };
enum big { HUGE_VALUE = 0x100000000ll };

static const char *name(enum colour c) {
  switch (c) {
  case RED:
    return "red";
  case GREEN:
    return "green";
  case BLUE:
    return "blue";
  default:
    return "none";
  }
}

int main(void) {
  int table[COUNT] = {[COUNT - 1] = 9};
  enum colour c = GREEN;
  c++;
  printf("%s %s %s %s\n", name(RED), name(GREEN), name(c), name(LAST));
  printf("%d %d %d %d\n", BELOW, NEXT, MASK, table[3]);
  printf("%zu %lld\n", sizeof(enum big), (long long)HUGE_VALUE);
  return LAST;
}
