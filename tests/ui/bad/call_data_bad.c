// Calls a data object as if it were a function.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static unsigned char code[4] = {0xc3, 0xc3, 0xc3, 0xc3};

int main(void) {
  void (*f)(void) = (void (*)(void))(void *)code;
  f(); //~ BUG invalid-call
  return 0;
}
