// Static assertions, alignas, noreturn and other C11 declarations.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

_Static_assert(sizeof(int) == 4, "int has four bytes");

struct aligned {
  alignas(32) char c;
  int n;
};

static noreturn void stop(int status) { exit(status); }

int main(void) {
  static_assert(sizeof(struct aligned) == 32, "padded to its alignment");
  alignas(64) char buffer[10] = "aligned";
  struct aligned a = {'x', 3};
  printf("%d %d\n", (int)((uintptr_t)buffer % 64), (int)((uintptr_t)&a % 32));
  printf("%zu %zu %s\n", alignof(struct aligned), sizeof a, buffer);
  stop(a.n);
}
