// The state goes round among eight numbers; what was a state few rounds ago says which ones are left.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
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
    if (state == 7)
      reach_error();
  }
  return 0;
}
