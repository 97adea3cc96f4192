// The same with two dimensions, in which each alone is fine.
//@ native: none it overflows the stack
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  unsigned long n = 1ul << 32;
  unsigned long m = (1ul << 32) + 1;
  char v[n][m];
  v[1][1] = 1;
  return 0;
}
