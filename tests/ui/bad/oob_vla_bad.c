// Reads past a variable-length array.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int n = 5;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  int *p = a;
  return p[n]; //~ BUG out-of-bounds
}
