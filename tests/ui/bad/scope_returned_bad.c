// Returns the address of a local array; the caller reads it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int *numbers(void) {
  int local[3] = {1, 2, 3};
  int *result = local;
  return result;
}

int main(void) {
  int *n = numbers();
  return n[1]; //~ BUG use-after-scope
}
