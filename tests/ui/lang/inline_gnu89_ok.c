// Old C: a plain `inline` function has a body, as GNU C89 has it. Today's C would not link this.
//@ native: none a plain inline definition is no definition for today's linkers
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
inline int twice(int n) {
  return 2 * n;
}

int main(void) {
  return twice(21) - 42;
}
