// How much is counted in two loops, one inside of the other, depends on chance, but it fits.
//@ property: unreach-call,no-overflow
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rows = __VERIFIER_nondet_int(), marked = 0;
  if (rows < 0 || rows > 5000)
    return 0;
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < 10; column++)
      if (__VERIFIER_nondet_int())
        marked += 3;
  if (marked > 30 * rows)
    reach_error();
  return 0;
}
