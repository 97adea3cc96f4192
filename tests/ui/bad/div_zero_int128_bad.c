// A 128-bit divisor is an input, and may be zero.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ inputs: 0
extern long __VERIFIER_nondet_long(void);

int main(void) {
  __int128 divisor = __VERIFIER_nondet_long();
  return 100 / divisor > 5; //~ BUG div-by-zero
}
