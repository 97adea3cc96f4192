// An unsigned counter is always at least zero.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  unsigned total = 0;
  for (unsigned i = 10; i >= 0; i--) //~ BUG non-termination
    total += i;
  return (int)total;
}
