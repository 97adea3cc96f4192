// The result of a function is used that ended without one: what follows means nothing.
//@ args: -Wno-return-type
//@ inputs: -1
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ sanitizer: none in C nothing looks at it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int classify(int n) {
  if (n > 0)
    return 1;
  if (n == 0)
    return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int kind = classify(n); //~ BUG missing-return
  if (kind != 1 && kind != 0)
    reach_error();
  return 0;
}
