// Writes into a string literal.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  char *s = "constant";
  s[0] = 'C'; //~ BUG readonly-write
  return 0;
}
