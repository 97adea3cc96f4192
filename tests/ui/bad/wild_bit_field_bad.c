// The address is computed from a bit field that was given a value; only the bits beside it were not.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
struct flags {
  short kind;
  unsigned count : 24;
};

int main(void) {
  struct flags f;
  f.count = 3;
  int *p = (int *)(unsigned long)(65536 + f.count * 8);
  return *p; //~ BUG wild-deref
}
