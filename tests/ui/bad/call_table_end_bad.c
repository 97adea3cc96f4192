// A handler table has a null entry at its end, which one input selects.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 2
extern int __VERIFIER_nondet_int(void);

static int zero(void) { return 0; }
static int one(void) { return 1; }
static int (*const handlers[3])(void) = {zero, one};

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2)
    return 1;
  return handlers[i](); //~ BUG invalid-call
}
