// The quotient of the least number and -1 does not fit: no branch leads there, only the division itself.
//@ property: no-overflow
//@ inputs: -2147483648 -1
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = __VERIFIER_nondet_int(), parts = __VERIFIER_nondet_int();
  if (parts == 0)
    return 0;
  int share = total / parts; //~ BUG signed-overflow
  return share > 100;
}
