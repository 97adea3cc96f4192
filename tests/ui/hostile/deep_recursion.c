// Recursion without end: the tool must stop before its own stack does.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it overflows the stack
static unsigned deeper(unsigned n) {
  return deeper(n + 1) + 1; //~ BUG non-termination
}

int main(void) { return (int)deeper(0); }
