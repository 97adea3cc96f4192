// The value -1 that means "failed" is used as a pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static char *map(int size) { return size > 4096 ? (char *)-1l : (char *)0; }

int main(void) {
  char *p = map(10000);
  if (!p)
    return 1;
  return *p; //~ BUG wild-deref
}
