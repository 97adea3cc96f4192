// Reaches the error for the inputs that solve two linear equations.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 30 12
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > -1000 && x < 1000);
  __VERIFIER_assume(y > -1000 && y < 1000);
  if (x + y == 42 && 2 * x - 3 * y == 24)
    reach_error(); //~ BUG error-call
  return 0;
}
