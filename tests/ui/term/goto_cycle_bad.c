// A cycle of gotos without a way out.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  unsigned n = 0;
again: //~ BUG non-termination
  n++;
  if (n % 2)
    goto other;
  n += 4;
  goto again;
other:
  n += 1;
  goto again;
}
