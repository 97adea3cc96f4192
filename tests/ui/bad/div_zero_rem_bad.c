// A remainder by zero, with unsigned operands.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
static unsigned bucket(unsigned hash, unsigned size) {
  return hash % size; //~ BUG div-by-zero
}

int main(void) {
  unsigned r = bucket(12345, 16);
  r += bucket(12345, 0);
  return (int)r;
}
