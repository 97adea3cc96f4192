// Many choices one after the other, in a loop: only a run of all its turns that wraps around in the last one comes to the number.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ inputs: 4286567357
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 100000; i++) {
    x += x > 0u ? 7 : 9;
    x += x > 1000u ? 7 : 9;
    x += x > 2000u ? 7 : 9;
    x += x > 3000u ? 7 : 9;
    x += x > 4000u ? 7 : 9;
    x += x > 5000u ? 7 : 9;
    x += x > 6000u ? 7 : 9;
    x += x > 7000u ? 7 : 9;
    x += x > 8000u ? 7 : 9;
    x += x > 9000u ? 7 : 9;
    x += x > 10000u ? 7 : 9;
    x += x > 11000u ? 7 : 9;
  }
  if (x == 77)
    reach_error(); //~ BUG error-call
  return 0;
}
