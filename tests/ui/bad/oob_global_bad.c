// Reads past a global array that lies next to another.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int first[3] = {1, 2, 3};
static int second[3] = {4, 5, 6};

static int get(const int *a, int i) {
  return a[i]; //~ BUG out-of-bounds
}

int main(void) {
  int r = get(first, 2) + get(second, 0);
  r += get(first, 3);
  return r;
}
