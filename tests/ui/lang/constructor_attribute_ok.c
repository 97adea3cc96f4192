// Functions marked constructor and destructor run before and after main.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int ready;

__attribute__((constructor)) static void prepare(void) { ready = 5; }
__attribute__((destructor)) static void finish(void) { printf("finish %d\n", ready); }

int main(void) {
  printf("main %d\n", ready);
  ready++;
  return ready;
}
