// Shifts a long to the right by 64.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
static unsigned long high(unsigned long v, unsigned bits) {
  return v >> (64 - bits); //~ BUG shift-out-of-range
}

int main(void) {
  unsigned long r = high(~0ul, 3);
  r += high(~0ul, 0);
  return (int)r;
}
