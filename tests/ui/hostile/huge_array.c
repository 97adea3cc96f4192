// A static array of a terabyte of which two bytes are used.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
//@ native: none no linker places it
static char space[1ul << 40];

int main(void) {
  space[0] = 1;
  space[(1ul << 40) - 1] = 2;
  return space[0] + space[(1ul << 40) - 1];
}
