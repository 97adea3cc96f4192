// Shifts by a negative count.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  int n = 4;
  int by = 2 - n;
  int r = n << by; //~ BUG shift-out-of-range
  return r;
}
