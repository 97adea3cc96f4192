// A variable-length array of negative size is undefined behaviour, not a very large array.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  int n = -1;
  char v[n]; //~ BUG array-size
  v[0] = 1;
  v[1000000] = 2;
  return v[1000000] - 2;
}
