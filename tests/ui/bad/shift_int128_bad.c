// A 128-bit number is shifted by an input that may be its width.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ inputs: 128
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned __int128 one = 1;
  return (one << __VERIFIER_nondet_uint()) > 5; //~ BUG shift-out-of-range
}
