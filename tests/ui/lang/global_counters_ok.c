// Functions that count in globals, called in loops.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
//@ inputs: 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int live;
static int made = 2;

static char *get(void) {
  char *block = malloc(1);
  if (!block)
    abort();
  live++;
  made++;
  return block;
}

static void put(char *block) {
  static unsigned char calls;
  calls += 1;
  live--;
  free(block);
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 100)
    return 0;
  for (int i = 0; i < count; i++) {
    char *block = get();
    *block = 1;
    put(block);
  }
  if (live != 0 || made != count + 2)
    reach_error();
  return 0;
}
