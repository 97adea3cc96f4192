// The inner loop may turn eleven times.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rows = __VERIFIER_nondet_int(), marked = 0;
  if (rows < 0 || rows > 5000)
    return 0;
  for (int row = 0; row < rows; row++)
    for (int column = 0; column <= 10; column++)
      if (__VERIFIER_nondet_int())
        marked += 3;
  if (marked > 30 * rows)
    reach_error(); //~ BUG error-call
  return 0;
}
