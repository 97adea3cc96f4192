// Shifts an int by its width.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  unsigned v = 1;
  unsigned by = 32;
  unsigned r = v << by; //~ BUG shift-out-of-range
  return (int)r;
}
