// The error function of older programs, behind a state machine.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 2 3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  int state = 0;
  for (int i = 0; i < 5; i++) {
    int in = __VERIFIER_nondet_int();
    if (state == 0 && in == 1)
      state = 1;
    else if (state == 1 && in == 2)
      state = 2;
    else if (state == 2 && in == 3)
      state = 3;
    else
      state = 0;
    if (state == 3)
      __VERIFIER_error(); //~ BUG error-call
  }
  return 0;
}
