// A broken promise to the optimiser is undefined behaviour: nothing that follows counts.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
//@ sanitizer: none promises are not checked
extern void reach_error(void);

int main(void) {
  int x = 1;
  __builtin_assume(x == 2); //~ BUG broken-assumption
  reach_error();
  return 0;
}
