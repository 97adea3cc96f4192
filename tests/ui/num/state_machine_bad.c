// A run calls the error, but the shortest way there would overflow on a machine that wraps around.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 0 7
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int state = 1, blocked = 0, offset = __VERIFIER_nondet_int();
  while (blocked < 4) {
    if (state == 1) {
      offset = offset + 1;
      state = offset > 0 ? 2 : 1;
    } else if (state == 2) {
      state = __VERIFIER_nondet_int() == 7 ? 3 : 1;
    } else if (offset < 100) {
      reach_error(); //~ BUG error-call
    }
    blocked++;
  }
  return 0;
}
