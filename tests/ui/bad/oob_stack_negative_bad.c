// A negative index into a stack array.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = 3;
  while (a[i] > 0) //~ BUG out-of-bounds
    i--;
  return i;
}
