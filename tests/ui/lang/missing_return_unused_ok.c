// Functions may end without a result as long as nobody uses it.
//@ args: -Wno-return-type
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int count;

static int note(int n) { count += n > 0 ? 1 : 0; }

static int classify(int n) {
  if (n > 0)
    return 1;
  if (n == 0)
    return 0;
  note(n);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  note(n);
  classify(n);
  if (n >= 0)
    count += classify(n);
  printf("%s\n", count == (n > 0 ? 2 : 0) ? "right" : "wrong");
  return 0;
}
