// Writes one past a stack array through a pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static void fill(int *a, int n) {
  for (int i = 0; i <= n; i++)
    a[i] = i; //~ BUG out-of-bounds
}

int main(void) {
  int a[4];
  fill(a, 4);
  return a[0];
}
