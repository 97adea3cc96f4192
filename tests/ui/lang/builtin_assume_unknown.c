// A broken promise to the optimiser is undefined behaviour; a kept one is not checked either.
//@ native: none it is undefined
//@ verdict: unknown
int main(void) {
  int x = 1;
  __builtin_assume(x == 2);
  return 0;
}
