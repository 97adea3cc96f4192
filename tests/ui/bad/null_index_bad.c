// Indexes an array pointer that was never set.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int *table;

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i + 2]; //~ BUG null-deref
  return sum;
}
