// Calls through a null function pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
static int (*hook)(int);

int main(void) {
  int v = 3;
  v = hook(v); //~ BUG invalid-call
  return v;
}
