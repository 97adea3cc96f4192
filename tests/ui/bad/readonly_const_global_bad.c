// Casts const away from a global and writes it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static const int limits[4] = {1, 2, 3, 4};

static void reset(const int *p) {
  *(int *)p = 0; //~ BUG readonly-write
}

int main(void) {
  reset(&limits[2]);
  return limits[2];
}
