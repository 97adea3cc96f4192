// The bytes of an array are more than a size can say: no such object exists, not a small one.
//@ native: none it overflows the stack
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  unsigned long n = (1ul << 62) + 1;
  int v[n];
  v[1] = 1;
  return 0;
}
