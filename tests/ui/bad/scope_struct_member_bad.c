// A struct that outlives the object its member points to.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
struct view {
  const int *data;
  int count;
};

static struct view make(void) {
  int data[4] = {4, 3, 2, 1};
  struct view v = {data, 4};
  return v;
}

int main(void) {
  struct view v = make();
  int sum = 0;
  for (int i = 0; i < v.count; i++)
    sum += v.data[i]; //~ BUG use-after-scope
  return sum;
}
