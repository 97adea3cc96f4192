// Keeps the address of a loop body's local from one round to the next.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int *last = 0;
  int total = 0;
  for (int i = 0; i < 3; i++) {
    if (last)
      total += *last; //~ BUG use-after-scope
    int here = i;
    last = &here;
  }
  return total;
}
