// The difference of two inputs can be zero.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ inputs: 9 9
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  return 100 / (a - b) > 5; //~ BUG div-by-zero
}
