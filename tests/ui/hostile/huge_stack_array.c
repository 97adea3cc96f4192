// A local array of a terabyte of which one element is used.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
//@ native: none no stack has room for it
int main(void) {
  int space[1ul << 38];
  space[1ul << 37] = 4;
  return space[1ul << 37];
}
