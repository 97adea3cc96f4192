// The counter jumps over the value that would end the loop, and wraps for ever.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  unsigned n = 1;
  while (n != 0) //~ BUG non-termination
    n += 2;
  return 0;
}
