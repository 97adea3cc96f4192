// Over all integers the loop would go on for ever; a signed number overflows, and then the run has no meaning.
//@ property: termination
//@ verdict: unknown
//@ inputs: 3
//@ native: none it overflows
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 1)
    n = 2 * n; //~ BUG signed-overflow
  return 0;
}
