// A global keeps the address of a local of a function that returned.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int *kept;

static void keep(void) {
  int local = 9;
  kept = &local;
  *kept += 1;
}

int main(void) {
  keep();
  return *kept; //~ BUG use-after-scope
}
