// The recursion misses its base case.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
static unsigned down(unsigned n) {
  if (n == 0) //~ BUG non-termination
    return 0;
  return down(n - 2) + 1;
}

int main(void) {
  unsigned r = down(7);
  return (int)r;
}
