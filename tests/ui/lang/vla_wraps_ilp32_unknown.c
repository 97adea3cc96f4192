// A number of elements that is cut to the width of a size.
//@ native: none it overflows the stack
//@ data-model: ilp32
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  unsigned long long n = (1ull << 32) + 1;
  int v[n];
  v[1] = 1;
  return 0;
}
