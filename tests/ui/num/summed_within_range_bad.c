// Each part is at most 250, and eight parts may be more than the limit.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 250 1 250 1 250 1 250 1 250 1 250 1 250 1 250
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int sum = 0, parts = 0;
  while (parts < 1000 && __VERIFIER_nondet_int()) {
    int part = __VERIFIER_nondet_int();
    if (part < -20 || part > 250)
      continue;
    sum += part * 8;
    parts++;
    if (sum > 15900)
      reach_error(); //~ BUG error-call
  }
  return 0;
}
