// Two variables swap for ever.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  int x = 3, y = 8;
  while (x != y) { //~ BUG non-termination
    int t = x;
    x = y;
    y = t;
  }
  return 0;
}
