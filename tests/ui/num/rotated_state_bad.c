// The state goes round among eight numbers, and eleven is one of them.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned state = 1;
  while (__VERIFIER_nondet_int()) {
    state = (state * 5 + 3) & 15;
    if (state == 1)
      state = 9;
    if (state == 9)
      state = 1;
    if (state == 11)
      reach_error(); //~ BUG error-call
  }
  return 0;
}
