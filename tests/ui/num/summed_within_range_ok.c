// Each part is at most 250, so that the sum of a thousand of them fits, whatever the parts are.
//@ property: unreach-call,no-overflow
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow)
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
    if (sum > 2000 * parts || sum < -160 * parts)
      reach_error();
  }
  return 0;
}
