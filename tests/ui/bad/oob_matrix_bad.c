// Swapped indices leave a two-dimensional array.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int main(void) {
  int m[2][8] = {{0}};
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 8; j++)
      sum += m[j][i]; //~ BUG out-of-bounds
  return sum;
}
