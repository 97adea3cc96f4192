// As slow as an overflow can be: the counter needs two thousand million rounds.
//@ property: termination
//@ verdict: unknown
//@ inputs: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int open = __VERIFIER_nondet_int();
  int rounds = 0;
  while (open > 0)
    rounds++;
  return rounds;
}
