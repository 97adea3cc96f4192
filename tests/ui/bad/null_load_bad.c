// Loads through a pointer that a search returned as null.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static const int *find(const int *a, int n, int key) {
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return a + i;
  return 0;
}

int main(void) {
  int a[3] = {1, 2, 3};
  const int *hit = find(a, 3, 2);
  const int *miss = find(a, 3, 9);
  int r = *hit;
  r += *miss; //~ BUG null-deref
  return r;
}
