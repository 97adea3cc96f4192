// An endless loop whose assumption fails in the end: the run is stuck, not infinite.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(termination)
//@ native: none the run ends at an assumption that does not hold
extern void __VERIFIER_assume(int);

int main(void) {
  int n = 0;
  while (1) {
    __VERIFIER_assume(n < 10);
    n++;
  }
}
